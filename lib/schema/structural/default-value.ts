import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { fieldSchema, type OpenApiSchema } from './open-api-schema.ts';

/**
 * A value with the defaults of its schema filled in, as the API server does it before it looks at anything else: where a
 * field is absent, or null though it can't be. A field that is null, can't be, and has no default is left out.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function defaulted(schema: OpenApiSchema | undefined, value: JsonValue): JsonValue {
  if (schema === undefined) return value;
  if (isJsonList(value)) {
    const { items } = schema;
    return value.map((item) => defaulted(items, isUnfitNull(items, item) ? (items?.default ?? null) : item));
  }
  if (!isJsonObject(value)) return value;
  const written = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] => {
    const inner = fieldSchema(schema, name);
    if (!isUnfitNull(inner, field)) return [[name, defaulted(inner, field)]];
    return inner?.default === undefined ? [] : [[name, defaulted(inner, inner.default)]];
  });
  const absent = [...schema.properties].flatMap(([name, inner]): [string, JsonValue][] =>
    Object.hasOwn(value, name) || inner.default === undefined ? [] : [[name, defaulted(inner, inner.default)]],
  );
  return Object.fromEntries([...written, ...absent]);
}

/** Whether a value is null where it can't be. Of what no schema speaks, nothing is known. */
export function isUnfitNull(schema: OpenApiSchema | undefined, value: JsonValue): boolean {
  return value === null && schema?.nullable === false;
}
