import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import type { SchemaNode } from '../schema-node.ts';
import { conflictPath, itemElement } from './path-element.ts';

/** Returns the error of the first field that a schema doesn't declare; an apply can't own it. */
export function undeclaredField(schema: SchemaNode, value: JsonValue, path = ''): string | undefined {
  if (isJsonList(value)) {
    const { items } = schema;
    if (items === undefined) return undefined;
    for (const [index, item] of value.entries()) {
      const element = schema.listType === 'atomic' ? `i:${index}` : itemElement(schema, item);
      const found = undeclaredField(items, item, `${path}${conflictPath([element])}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(value) || (!schema.isMap && schema.fieldNames.length === 0)) return undefined;
  for (const [name, field] of Object.entries(value)) {
    const place = `${path}${conflictPath([`f:${name}`])}`;
    const inner = schema.field(name);
    if (inner === undefined) {
      if (schema.preservesUnknownFields) continue;
      return `${place}: field not declared in schema`;
    }
    const found = undeclaredField(inner, field, place);
    if (found !== undefined) return found;
  }
  return undefined;
}
