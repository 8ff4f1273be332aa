import { canonicalJson, isJsonObject, type JsonValue, type OpenApiSchema, ownField } from '../../schema/index.ts';

/**
 * Returns the items of a list by the key that distinguishes them, in their order; undefined if there is no such key.
 */
export function itemsByKey(
  items: readonly JsonValue[],
  schema: OpenApiSchema,
): ReadonlyMap<string, JsonValue> | undefined {
  const entries = items.map((item) => [itemKey(item, schema), item] as const).filter(hasKey);
  const byKey = new Map(entries);
  return byKey.size === items.length ? byKey : undefined;
}

function itemKey(item: JsonValue, schema: OpenApiSchema): string | undefined {
  const { items: { properties = {} } = {} } = schema;
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return canonicalJson(item);
    case 'map': {
      const names = schema['x-kubernetes-list-map-keys'] ?? [];
      if (!isJsonObject(item)) return undefined;
      return canonicalJson(names.map((name) => ownField(item, name) ?? ownField(properties, name)?.default ?? null));
    }
    default:
      return undefined;
  }
}

function hasKey(entry: readonly [string | undefined, JsonValue]): entry is readonly [string, JsonValue] {
  return entry[0] !== undefined;
}
