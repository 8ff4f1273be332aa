import type { JsonSchemaProps } from '../open-api-schema.ts';

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
 * Returns the part of a scalar's schema that validates values; the other part, {@link schemaDescription}, describes them. Only
 * the first may stand inside of `allOf`, `anyOf`, `oneOf` and `not`.
 */
export function valueValidation(schema: JsonSchemaProps): JsonSchemaProps {
  return pickKeywords(schema, (key) => isValueValidation(key));
}

/**
 * Returns the part of a schema that describes values: their type and format, default, documentation, and Kubernetes'
 * extensions.
 */
export function schemaDescription(schema: JsonSchemaProps): JsonSchemaProps {
  return pickKeywords(schema, (key) => !isValueValidation(key));
}

function isValueValidation(key: string): boolean {
  return keys.some((validation) => validation === key);
}

function pickKeywords(schema: JsonSchemaProps, wanted: (key: string) => boolean): JsonSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => wanted(key)));
}
