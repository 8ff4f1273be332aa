import {
  declaredFields,
  entrySchema,
  type OpenApiSchema,
  preservesUnknownFields,
} from '../../../schema/structural/index.ts';

/** Returns the compared schemas that a value has to match together: the schema, and its `allOf` of the same type. */
export function schemaDemands(schema: OpenApiSchema): readonly OpenApiSchema[] {
  return [schema, ...(schema.allOf ?? []).map((part) => withTypeOfSchema(schema, part))];
}

/** Returns a condition with the type of the compared schema that it belongs to. */
export function withTypeOfSchema({ type }: OpenApiSchema, condition: OpenApiSchema): OpenApiSchema {
  return { ...(type !== undefined && { type }), ...condition };
}

/** Returns the compared schema of fields without their own; undefined if none are valid, or aren't validated. */
export function freeFieldSchema(schema: OpenApiSchema): OpenApiSchema | undefined {
  // With `true`, any object is valid, and loses all its fields.
  return schema.additionalProperties === true ? {} : entrySchema(schema);
}

/** Returns true if a compared schema stores fields without a schema. */
export function takesUndeclaredFields(schema: OpenApiSchema): boolean {
  return preservesUnknownFields(schema) || freeFieldSchema(schema) !== undefined;
}

/** Returns the declared fields of a compared schema: name → schema. */
export function comparedFields(schema: OpenApiSchema): ReadonlyMap<string, OpenApiSchema> {
  return new Map(declaredFields(schema));
}

/** Returns true if a compared schema allows null, unless its choices exclude it. */
export function isNullAllowed(schema: OpenApiSchema): boolean {
  return schema.nullable === true || allowedTypes(schema) === undefined;
}

/** Returns the valid types of a compared schema; undefined if all are. */
export function allowedTypes(schema: OpenApiSchema): ReadonlySet<string> | undefined {
  if (schema['x-kubernetes-int-or-string']) return new Set(['integer', 'string']);
  const { type } = schema;
  if (type === undefined) return undefined;
  return new Set(type === 'number' ? ['number', 'integer'] : [type]);
}
