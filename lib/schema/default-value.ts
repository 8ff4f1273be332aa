import { isJsonList, isJsonObject, type JsonValue } from './json.ts';
import { declaredFields, fieldSchema, type OpenApiSchema } from './open-api-schema.ts';

/**
 * Returns a value with the defaults of its schema, which the API server adds first: for a field that is absent, or null
 * and not nullable. A null field that is not nullable and has no default is removed.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function withDefaults(schema: OpenApiSchema | undefined, value: JsonValue): JsonValue {
  if (schema === undefined) return value;
  if (isJsonList(value)) {
    const { items } = schema;
    return value.map((item) =>
      withDefaults(items, isNullUnfitForSchema(items, item) ? (items?.default ?? null) : item),
    );
  }
  if (!isJsonObject(value)) return value;
  const absent = declaredFields(schema).flatMap(([name, inner]): [string, JsonValue][] =>
    Object.hasOwn(value, name) || inner.default === undefined ? [] : [[name, inner.default]],
  );
  const fields = [...Object.entries(value), ...absent].flatMap(([name, field]): [string, JsonValue][] => {
    const inner = fieldSchema(schema, name);
    const present = isNullUnfitForSchema(inner, field) ? inner?.default : field;
    return present === undefined ? [] : [[name, withDefaults(inner, present)]];
  });
  return Object.fromEntries(fields);
}

/**
 * Returns a value without the null fields that its schema doesn't allow, which API servers replace by defaults, or
 * drop.
 */
export function withoutUnfitNulls(schema: OpenApiSchema, value: JsonValue): JsonValue {
  const { items } = schema;
  if (isJsonList(value)) return items === undefined ? value : value.map((item) => withoutUnfitNulls(items, item));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] => {
    const inner = fieldSchema(schema, name);
    if (isNullUnfitForSchema(inner, field)) return [];
    return [[name, inner === undefined ? field : withoutUnfitNulls(inner, field)]];
  });
  return Object.fromEntries(fields);
}

/** Returns true if a value is null and its schema is not nullable. False without a schema. */
export function isNullUnfitForSchema(schema: OpenApiSchema | undefined, value: JsonValue): boolean {
  return value === null && schema !== undefined && schema.nullable !== true;
}
