import { itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue, ownField } from '../json.ts';
import { canonicalJson } from '../json-equality.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import { itemKeyText, repeatedItem, valueText } from '../value/error-message.ts';
import { firstFindings } from '../value/finding.ts';
import type { ValueFinding } from './finding.ts';
import { innerFindings } from './inner-finding.ts';

/**
 * Returns a finding for the first repeated item of each set, and the first repeated key of each list with keys, at
 * every level.
 */
export function listDuplicateFindings(schema: OpenApiSchema, value: JsonValue, path: string): ValueFinding[] {
  const inside = innerFindings(schema, value, path, listDuplicateFindings);
  return isJsonList(value) ? [...ownListDuplicates(schema, value, path), ...inside] : inside;
}

function ownListDuplicates(
  { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': listMapKeys = [] }: OpenApiSchema,
  items: readonly JsonValue[],
  path: string,
): ValueFinding[] {
  if (listType !== 'set' && listType !== 'map') return [];
  const seen = new Map<string, number>();
  return firstFindings(items, (item, index): readonly ValueFinding[] => {
    const identity = listType === 'set' ? item : listKeyOfItem(item, listMapKeys);
    const text = canonicalJson(identity);
    const first = seen.get(text);
    seen.set(text, first ?? index);
    if (first === undefined) return [];
    const what = listType === 'set' || !isJsonObject(identity) ? valueText(item) : itemKeyText(identity);
    return [{ reason: 'invalid', path: itemPath(path, index), message: repeatedItem(first, what) }];
  });
}

function listKeyOfItem(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item)) return {};
  const present = keys.flatMap((key): [string, JsonValue][] => {
    const value = ownField(item, key);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(present);
}
