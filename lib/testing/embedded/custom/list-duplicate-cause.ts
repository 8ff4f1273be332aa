import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import type { OpenApiSchema } from '../../../schema/structural/index.ts';
import type { Cause } from '../status-error.ts';
import { innerCauses } from './structural-cause.ts';

/** Returns a cause for each repeated item of a set, and each repeated key of a list with keys, at every level. */
export function duplicateCauses(schema: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  const inner = innerCauses(schema, value, path, duplicateCauses);
  return isJsonList(value) ? [...ownCauses(schema, value, path), ...inner] : inner;
}

function ownCauses(
  { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': listMapKeys = [] }: OpenApiSchema,
  items: readonly JsonValue[],
  path: string,
): Cause[] {
  if (listType !== 'set' && listType !== 'map') return [];
  const counts = new Map<string, number>();
  return items.flatMap((item, index) => {
    const identity = JSON.stringify(listType === 'set' ? item : keysOf(item, listMapKeys));
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    // The API server names the first repetition only.
    if (count !== 2) return [];
    return [{ reason: 'FieldValueDuplicate', message: `Duplicate value: ${identity}`, field: `${path}[${index}]` }];
  });
}

function keysOf(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item)) return {};
  return Object.fromEntries(
    keys.flatMap((key): [string, JsonValue][] => (item[key] === undefined ? [] : [[key, item[key]]])),
  );
}
