// In: the openAPIV3Schema of a definition, and a whole object as its author wrote it in JavaScript. Out: findings for
// values that the API server would read differently. Called for constructs of imported kinds.

import { isNullUnfitForSchema } from '../default-value.ts';
import type { JsonValue } from '../json.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import type { ValueFinding } from './finding.ts';
import { innerFindings } from './inner-finding.ts';
import { readSchema } from './read-schema.ts';

/**
 * Returns findings for null fields that aren't nullable, which API servers drop or replace by the default, and those of
 * {@link roundedIntegerFindings}.
 */
export function authoredValueFindings(openAPIV3Schema: unknown, object: JsonValue): readonly ValueFinding[] {
  return findingsOfCheck(openAPIV3Schema, object, (schema, value) =>
    isNullUnfitForSchema(schema, value)
      ? 'is null, and must not be: leave it out'
      : roundedIntegerMessage(schema, value),
  );
}

/**
 * Returns findings for integers of an authored value that are beyond int64. One number fits in other notations, but not
 * in the digits that JavaScript writes for it.
 */
export function roundedIntegerFindings(openAPIV3Schema: unknown, object: JsonValue): readonly ValueFinding[] {
  return findingsOfCheck(openAPIV3Schema, object, roundedIntegerMessage);
}

function roundedIntegerMessage({ type, format }: OpenApiSchema, value: JsonValue): string | undefined {
  return type === 'integer' && format !== 'int32' && typeof value === 'number' && Math.abs(value) === 2 ** 63
    ? `must fit into int64, and JavaScript writes it as ${value}`
    : undefined;
}

/** Returns the message for an invalid value; undefined if the value is valid. */
type Check = (schema: OpenApiSchema, value: JsonValue) => string | undefined;

function findingsOfCheck(openAPIV3Schema: unknown, object: JsonValue, check: Check): readonly ValueFinding[] {
  const validate = (schema: OpenApiSchema, value: JsonValue, path: string): readonly ValueFinding[] => {
    const message = check(schema, value);
    return message === undefined
      ? innerFindings(schema, value, path, validate)
      : [{ reason: 'invalid', path, message }];
  };
  return validate(readSchema(openAPIV3Schema).schema, object, '');
}
