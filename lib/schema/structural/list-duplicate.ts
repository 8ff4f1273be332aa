import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue, ownField } from '../json.ts';
import { keyText, repeatedItem, valueText } from '../value/demand.ts';
import type { ValueFinding } from './finding.ts';
import { type ForeignSchema, fieldSchema } from './foreign-schema.ts';

/** The items of sets that occur again, and those of lists with keys whose keys do, in a value and inside of it. */
export function duplicates(schema: ForeignSchema, value: JsonValue, path: string): ValueFinding[] {
  if (isJsonList(value)) {
    const { items } = schema;
    const inside =
      items === undefined ? [] : value.flatMap((item, index) => duplicates(items, item, itemPath(path, index)));
    return [...ownDuplicates(schema, value, path), ...inside];
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : duplicates(inner, field, fieldPath(path, name));
  });
}

function ownDuplicates(
  { listType, listMapKeys }: ForeignSchema,
  items: readonly JsonValue[],
  path: string,
): ValueFinding[] {
  if (listType !== 'set' && listType !== 'map') return [];
  const seen = new Map<string, number>();
  return items.flatMap((item, index): ValueFinding[] => {
    const identity = listType === 'set' ? item : keysOf(item, listMapKeys);
    const text = JSON.stringify(sorted(identity));
    const first = seen.get(text);
    seen.set(text, first ?? index);
    if (first === undefined) return [];
    const what = listType === 'set' || !isJsonObject(identity) ? valueText(item) : keyText(identity);
    return [{ reason: 'invalid', path: itemPath(path, index), message: repeatedItem(first, what) }];
  });
}

function keysOf(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item)) return {};
  const present = keys.flatMap((key): [string, JsonValue][] => {
    const value = ownField(item, key);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(present);
}

/** The same value with the fields of its objects in the order of their names. */
function sorted(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]): [string, JsonValue] => [name, sorted(field)]);
  return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
