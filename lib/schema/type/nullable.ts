import type { JsonSchemaProps } from '../json-schema-props.ts';

/**
 * A schema that is also valid for null.
 *
 * The API server looks for null in an `enum`, too, but evaluates nothing inside of `allOf` for it.
 */
export function nullable({ enum: choices, ...schema }: JsonSchemaProps): JsonSchemaProps {
  return choices === undefined
    ? { ...schema, nullable: true }
    : { ...schema, nullable: true, allOf: [...(schema.allOf ?? []), { enum: choices }] };
}
