// In: the openAPIV3Schema of a definition, and a whole object as its author has written it in JavaScript. Out: what of it
// isn't taken as it is meant. Called for constructs of imported kinds.

import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { firstFindings } from '../value/finding.ts';
import { isUnfitNull } from './default-value.ts';
import type { ValueFinding } from './finding.ts';
import { fieldSchema, type OpenApiSchema } from './open-api-schema.ts';
import { readSchema } from './read-schema.ts';

/**
 * Fields that are null and can't be, which API servers drop without a word, or put the default in the place of; and what
 * {@link roundedIntegers} finds.
 */
export function unmeantValues(openAPIV3Schema: unknown, object: JsonValue): ValueFinding[] {
  return findings(wholeOf(openAPIV3Schema, object), (schema, value) =>
    isUnfitNull(schema, value)
      ? 'is null, which the schema does not admit: leave it out'
      : roundedInteger(schema, value),
  );
}

/** The one number that is in the range of int64 wherever others have written it, and isn't in the digits that JavaScript has for it. */
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

/** What is wrong with a value, in words; undefined if nothing is. */
type Judge = (schema: OpenApiSchema, value: JsonValue) => string | undefined;

function findings({ schema, value, path }: Place, judge: Judge): ValueFinding[] {
  const message = judge(schema, value);
  if (message !== undefined) return [{ reason: 'invalid', path, message }];
  if (isJsonList(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return firstFindings(value, (item, index) =>
      findings({ schema: items, value: item, path: itemPath(path, index) }, judge),
    );
  }
  if (!isJsonObject(value)) return [];
  return firstFindings(Object.entries(value), ([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : findings({ schema: inner, value: field, path: fieldPath(path, name) }, judge);
  });
}
