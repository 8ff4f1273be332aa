// In: the openAPIV3Schema of a definition, and a whole object as its author wrote it in JavaScript. Out: findings for
// values that the API server would read differently. Called for constructs of imported kinds.

import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { fieldSchema, type OpenApiSchema } from '../open-api-schema.ts';
import { firstFindings } from '../value/finding.ts';
import { isUnfitNull } from './default-value.ts';
import type { ValueFinding } from './finding.ts';
import { readSchema } from './read-schema.ts';

/**
 * Returns findings for null fields that aren't nullable, which API servers drop or replace by the default, and those of
 * {@link roundedIntegers}.
 */
export function unmeantValues(openAPIV3Schema: unknown, object: JsonValue): ValueFinding[] {
  return findings(wholeOf(openAPIV3Schema, object), (schema, value) =>
    isUnfitNull(schema, value) ? 'is null, and must not be: leave it out' : roundedInteger(schema, value),
  );
}

/**
 * Returns findings for integers beyond int64. One number fits in other notations, but not in the digits that JavaScript
 * writes for it.
 */
export function roundedIntegers(openAPIV3Schema: unknown, object: JsonValue): ValueFinding[] {
  return findings(wholeOf(openAPIV3Schema, object), roundedInteger);
}

function roundedInteger({ type, format }: OpenApiSchema, value: JsonValue): string | undefined {
  return type === 'integer' && format !== 'int32' && typeof value === 'number' && Math.abs(value) === 2 ** 63
    ? `must fit into int64, and JavaScript writes it as ${value}`
    : undefined;
}

function wholeOf(openAPIV3Schema: unknown, value: JsonValue): Place {
  return { schema: readSchema(openAPIV3Schema).schema, value, path: '' };
}

interface Place {
  readonly schema: OpenApiSchema;
  readonly value: JsonValue;
  readonly path: string;
}

/** Returns the message for an invalid value; undefined if the value is valid. */
type Check = (schema: OpenApiSchema, value: JsonValue) => string | undefined;

function findings({ schema, value, path }: Place, check: Check): ValueFinding[] {
  const message = check(schema, value);
  if (message !== undefined) return [{ reason: 'invalid', path, message }];
  if (isJsonList(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return firstFindings(value, (item, index) =>
      findings({ schema: items, value: item, path: itemPath(path, index) }, check),
    );
  }
  if (!isJsonObject(value)) return [];
  return firstFindings(Object.entries(value), ([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : findings({ schema: inner, value: field, path: fieldPath(path, name) }, check);
  });
}
