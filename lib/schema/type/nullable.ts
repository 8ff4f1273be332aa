import type { JsonSchemaProps } from '../open-api-schema.ts';

/**
 * Returns a schema that also accepts null.
 *
 * For null the API server checks the `enum` as well, but evaluates nothing inside of `allOf`.
 */
export function nullableSchema({ enum: choices, ...schema }: JsonSchemaProps): JsonSchemaProps {
  return choices === undefined
    ? { ...schema, nullable: true }
    : { ...schema, nullable: true, allOf: [...(schema.allOf ?? []), { enum: choices }] };
}
