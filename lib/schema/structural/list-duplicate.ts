import { itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue, ownField } from '../json.ts';
import { canonicalJson } from '../json-equality.ts';
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
  const repeated = [...repeatedListItems(schema, value)].slice(0, mostFindings);
  const own = repeated.map(({ index, first, identity }): ValueFinding => {
    const hasKeys = schema['x-kubernetes-list-type'] === 'map' && isJsonObject(identity);
    const message = repeatedItem(first, hasKeys ? itemKeyText(identity) : valueText(identity));
    return { reason: 'invalid', path: itemPath(path, index), message };
  });
  return [...own, ...inside];
}

/** An item that repeats an earlier one. */
export interface RepeatedItem {
  readonly index: number;
  /** The index of the first such item. */
  readonly first: number;
  /** The item itself, or its keys. */
  readonly identity: JsonValue;
  /** The number of such items up to this one. */
  readonly count: number;
}

/** Yields the repeated items of a set, or those with repeated keys of a list with keys. */
export function* repeatedListItems(schema: OpenApiSchema, items: readonly JsonValue[]): Generator<RepeatedItem> {
  const { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': listMapKeys = [] } = schema;
  if (listType !== 'set' && listType !== 'map') return;
  const seen = new Map<string, { readonly first: number; count: number }>();
  for (const [index, item] of items.entries()) {
    const identity = listType === 'set' ? item : listKeyOfItem(item, listMapKeys);
    const text = canonicalJson(identity);
    const earlier = seen.get(text);
    if (earlier === undefined) seen.set(text, { first: index, count: 1 });
    else yield { index, identity, first: earlier.first, count: ++earlier.count };
  }
}

function listKeyOfItem(item: JsonValue, keys: readonly string[]): JsonValue {
  if (!isJsonObject(item)) return {};
  const present = keys.flatMap((key): [string, JsonValue][] => {
    const value = ownField(item, key);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(present);
}
