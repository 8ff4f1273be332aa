import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { fieldSchema, type OpenApiSchema } from '../../../schema/structural/index.ts';
import type { Cause } from '../status-error.ts';

/** Returns a cause for each repeated item of a set, and each repeated key of a list with keys, at every level. */
export function duplicateCauses(schema: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  if (isJsonList(value)) {
    const { items } = schema;
    const inner =
      items === undefined ? [] : value.flatMap((item, index) => duplicateCauses(items, item, `${path}[${index}]`));
    return [...ownCauses(schema, value, path), ...inner];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : duplicateCauses(inner, field, path === '' ? name : `${path}.${name}`);
  });
}

function ownCauses(
  { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': listMapKeys = [] }: OpenApiSchema,
  items: readonly JsonValue[],
  path: string,
): Cause[] {
  if (listType !== 'set' && listType !== 'map') return [];
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const identity = JSON.stringify(listType === 'set' ? item : keysOf(item, listMapKeys));
    if (!seen.has(identity)) {
      seen.add(identity);
      return [];
    }
    return [{ reason: 'FieldValueDuplicate', message: `Duplicate value: ${identity}`, field: `${path}[${index}]` }];
  });
}

function keysOf(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(
    keys.flatMap((key): [string, JsonValue][] => (item[key] === undefined ? [] : [[key, item[key]]])),
  );
}
