import type { OpenApiSchema } from '../../../schema/structural/index.ts';

/** Returns the schemas that a value has to match together: the schema, and its `allOf` of the same type. */
export function demandsIn(schema: OpenApiSchema): readonly OpenApiSchema[] {
  return [schema, ...(schema.allOf ?? []).map((part) => typedAs(schema, part))];
}

/** Returns a condition with the type of the schema that it belongs to. */
export function typedAs({ type }: OpenApiSchema, condition: OpenApiSchema): OpenApiSchema {
  return { ...(type !== undefined && { type }), ...condition };
}
