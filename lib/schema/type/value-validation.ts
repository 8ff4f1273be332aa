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
 * Returns the part of a scalar's schema that validates values; {@link withoutValueValidations} returns the other part.
 * Only the first may stand inside of `allOf`, `anyOf`, `oneOf` and `not`.
 */
export function valueValidation(schema: JsonSchemaProps): JsonSchemaProps {
  return pickKeywords(schema, (key) => isValueValidation(key));
}

/**
 * Returns a schema without its value validations: with the type, format, default, documentation, and Kubernetes'
 * extensions.
 */
export function withoutValueValidations(schema: JsonSchemaProps): JsonSchemaProps {
  return pickKeywords(schema, (key) => !isValueValidation(key));
}

function isValueValidation(key: string): boolean {
  return keys.some((validation) => validation === key);
}

function pickKeywords(schema: JsonSchemaProps, wanted: (key: string) => boolean): JsonSchemaProps {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => wanted(key)));
}
