import type { JsonSchemaProps } from '../json-schema-props.ts';

const keys: readonly (keyof JsonSchemaProps)[] = [
  'allOf',
  'anyOf',
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maxProperties',
  'maximum',
  'minItems',
  'minLength',
  'minProperties',
  'minimum',
  'multipleOf',
  'not',
  'oneOf',
  'pattern',
];

/**
 * The part of a scalar's schema that demands something of values; the other part, {@link structure}, says what they are.
 * Only the first may stand inside of `allOf`, `anyOf`, `oneOf` and `not`.
 */
export function valueValidation(schema: JsonSchemaProps): JsonSchemaProps {
  return pick(schema, (key) => isValueValidation(key));
}

/** The part of a schema that says what values are: their type and format, default, documentation, and how Kubernetes treats them. */
export function structure(schema: JsonSchemaProps): JsonSchemaProps {
  return pick(schema, (key) => !isValueValidation(key));
}

function isValueValidation(key: string): boolean {
  return keys.some((validation) => validation === key);
}

function pick(schema: JsonSchemaProps, wanted: (key: string) => boolean): JsonSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => wanted(key)));
}
