import { isJsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import type { SchemaNode } from '../schema-node.ts';

/**
 * Returns a value with the names of its schema's fields. Programs in Go read names in any case, and an exact name before
 * others; API servers accept exact ones only.
 */
export function exactFields(schema: SchemaNode, value: JsonValue): JsonValue {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => exactFields(items, item));
  }
  if (!isJsonObject(value)) return value;
  const names = new Map(schema.fieldNames.map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(value).flatMap(([written, field]): [string, JsonValue][] => {
      const name = schema.field(written) === undefined ? (names.get(written.toLowerCase()) ?? written) : written;
      if (name !== written && Object.hasOwn(value, name)) return [];
      const inner = schema.field(name);
      return [[name, inner === undefined ? field : exactFields(inner, field)]];
    }),
  );
}
