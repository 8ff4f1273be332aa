import { itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { type RepeatedJsonValue, repeatedJsonValues } from '../json-equality.ts';
import { ownField } from '../json-part.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import { itemKeyText, repeatedItem, valueText } from '../value/error-message.ts';
import { mostFindings } from '../value/finding.ts';
import type { ValueFinding } from './finding.ts';
import { innerFindings } from './inner-finding.ts';

/**
 * Returns findings for the first repeated items of each set, and repeated keys of each list with keys, at every level.
 */
export function listDuplicateFindings(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const inside = innerFindings(schema, value, path, listDuplicateFindings);
  if (!isJsonList(value)) return inside;
  const hasKeys = schema['x-kubernetes-list-type'] === 'map';
  const repeated = repeatedListItems(schema, value).slice(0, mostFindings);
  const own = repeated.map(({ index, first, value: identity }): ValueFinding => {
    const text = hasKeys && isJsonObject(identity) ? itemKeyText(identity) : valueText(identity);
    return { reason: 'invalid', path: itemPath(path, index), message: repeatedItem(first, text) };
  });
  return [...own, ...inside];
}

/** Returns the repeated items of a set, or the repeated keys of a list with keys. */
export function repeatedListItems(schema: OpenApiSchema, items: readonly JsonValue[]): RepeatedJsonValue<JsonValue>[] {
  const { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': listMapKeys = [] } = schema;
  if (listType === 'set') return [...repeatedJsonValues(items)];
  return listType === 'map' ? [...repeatedJsonValues(items.map((item) => listKeyOfItem(item, listMapKeys)))] : [];
}

function listKeyOfItem(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item)) return {};
  const present = keys.flatMap((key): [string, JsonValue][] => {
    const value = ownField(item, key);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(present);
}
