import { entryPath, fieldPath, itemPath } from './field-path.ts';
import { declaredFields, entrySchema, type OpenApiSchema } from './open-api-schema.ts';

/** A step from a schema to one inside of it. */
export type SchemaStep = 'items' | 'additionalProperties' | { readonly property: string };

/** Returns the schemas directly inside of a schema: those of its declared fields, of its entries and of its items. */
export function innerSchemas(schema: OpenApiSchema): [inner: OpenApiSchema, step: SchemaStep][] {
  const { items } = schema;
  const entries = entrySchema(schema);
  const inner: [OpenApiSchema, SchemaStep][] = declaredFields(schema).map(([property, field]) => [field, { property }]);
  if (entries !== undefined) inner.push([entries, 'additionalProperties']);
  if (items !== undefined) inner.push([items, 'items']);
  return inner;
}

/** Replaces the schemas directly inside of a schema. */
export function mappedSchema(schema: OpenApiSchema, replaced: (inner: OpenApiSchema) => OpenApiSchema): OpenApiSchema {
  const { items, properties } = schema;
  const entries = entrySchema(schema);
  const fields = declaredFields(schema).map(([name, field]): [string, OpenApiSchema] => [name, replaced(field)]);
  return {
    ...schema,
    ...(items && { items: replaced(items) }),
    ...(entries && { additionalProperties: replaced(entries) }),
    ...(properties && { properties: Object.fromEntries(fields) }),
  };
}

/** Returns the path of an inner schema in terms of its type: `spec.ports[].name`. */
export function innerTypePath(path: string, step: SchemaStep): string {
  if (step === 'items') return itemPath(path);
  return step === 'additionalProperties' ? entryPath(path) : fieldPath(path, step.property);
}

/** Returns the path of an inner schema: `properties.spec.items`. */
export function innerSchemaPath(path: string, step: SchemaStep): string {
  return typeof step === 'string' ? fieldPath(path, step) : fieldPath(fieldPath(path, 'properties'), step.property);
}
