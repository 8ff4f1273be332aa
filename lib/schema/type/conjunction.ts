import { isDeepStrictEqual } from 'node:util';
import type { JsonSchemaProps } from '../open-api-schema.ts';

const lowerBounds = ['minimum', 'minItems', 'minLength', 'minProperties'] as const;
const upperBounds = ['maximum', 'maxItems', 'maxLength', 'maxProperties'] as const;

/**
 * Returns the schema of values that are valid under `schema` and also under `constraint`, which has value validations
 * only.
 */
export function schemaConjunction(schema: JsonSchemaProps, constraint: JsonSchemaProps): JsonSchemaProps {
  const one = withoutLooseBounds(schema, constraint);
  const other = withoutLooseBounds(constraint, schema);
  const isDisjoint = Object.entries(other).every(
    ([key, value]) => !(key in one) || isDeepStrictEqual(Reflect.get(one, key), value),
  );
  return isDisjoint ? { ...one, ...other } : { ...one, allOf: [...(one.allOf ?? []), other] };
}

/** Returns a schema without the bounds that are tighter in `other`. */
function withoutLooseBounds(schema: JsonSchemaProps, other: JsonSchemaProps): JsonSchemaProps {
  const loose: string[] = [
    ...lowerBounds.filter((bound) => (schema[bound] ?? Infinity) < (other[bound] ?? -Infinity)),
    ...upperBounds.filter((bound) => (schema[bound] ?? -Infinity) > (other[bound] ?? Infinity)),
  ];
  if (loose.includes('minimum')) loose.push('exclusiveMinimum');
  if (loose.includes('maximum')) loose.push('exclusiveMaximum');
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !loose.includes(key)));
}
