import { isJsonList, isJsonObject, type JsonValue, ownField } from '../json.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';

/** Returns a default with the defaults inside of its schema, as the API server adds them. */
export function filledDefault(value: JsonValue, schema: JsonSchemaProps): JsonValue {
  const { items, properties = {}, additionalProperties } = schema;
  if (isJsonList(value)) return items === undefined ? value : value.map((item) => filledDefault(item, items));
  if (!isJsonObject(value)) return value;
  const missing = Object.entries(properties).filter(([field]) => ownField(value, field) === undefined);
  const defaults = missing.flatMap(([field, inner]): [string, JsonValue][] =>
    inner.default === undefined ? [] : [[field, inner.default]],
  );
  return Object.fromEntries(
    [...Object.entries(value), ...defaults].map(([field, content]): [string, JsonValue] => {
      const inner = Object.hasOwn(properties, field) ? properties[field] : additionalProperties;
      return [field, inner === undefined ? content : filledDefault(content, inner)];
    }),
  );
}
