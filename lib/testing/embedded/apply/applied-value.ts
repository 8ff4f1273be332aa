// In: a live value, an applied one, and their schema. Out: both merged. Called by the field manager, and by mutating policies.

import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { isJsonList, ownField } from '../../../schema/index.ts';
import { itemElement, type PathElement } from './path-element.ts';
import { isAssociative, isLeaf, type Schema, type TypedValue } from './typed-value.ts';

/** The first of several items with the same keys counts. */
function itemsByElement(list: SchemaNode, items: readonly JsonValue[]): Map<PathElement, JsonValue> {
  const found = new Map<PathElement, JsonValue>();
  for (const item of items) {
    const element = itemElement(list, item);
    if (!found.has(element)) found.set(element, item);
  }
  return found;
}

/**
 * Returns a value with an applied value over it: maps and lists with keys are merged, and other values replaced.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function appliedOver(schema: Schema, live: TypedValue, applied: TypedValue): JsonValue {
  if (applied === undefined) return live ?? null;
  if (live === undefined || isLeaf(schema, applied)) return applied;
  if (isJsonList(applied) && isJsonList(live) && isAssociative(schema)) return mergedItems(schema, live, applied);
  if (!isJsonObject(applied) || !isJsonObject(live)) return applied;
  const names = new Set([...Object.keys(live), ...Object.keys(applied)]);
  return Object.fromEntries(
    [...names].map((name) => [name, appliedOver(schema?.field(name), ownField(live, name), ownField(applied, name))]),
  );
}

/** Merges lists by item: the applied order, with the other live items where they were. */
function mergedItems(list: SchemaNode, live: readonly JsonValue[], applied: readonly JsonValue[]): JsonValue[] {
  const [liveItems, appliedItems] = [itemsByElement(list, live), itemsByElement(list, applied)];
  const liveElements = live.map((item) => itemElement(list, item));
  const elements = applied.map((item) => itemElement(list, item));
  const shared = elements.filter((element) => liveItems.has(element));
  const done = new Set<PathElement>();
  const result: JsonValue[] = [];
  const take = (element: PathElement) => {
    done.add(element);
    result.push(appliedOver(list.items, liveItems.get(element), appliedItems.get(element)));
  };
  let sharedCount = 0;
  let [next] = shared;
  const skipShared = () => {
    sharedCount += 1;
    next = shared[sharedCount];
  };
  for (let left = 0, right = 0; left < liveElements.length || right < elements.length; ) {
    const [liveElement, element] = [liveElements[left], elements[right]];
    if (liveElement !== undefined && element !== undefined) {
      if (liveElement === element) {
        take(element);
        left += 1;
        right += 1;
        skipShared();
        continue;
      }
      if (appliedItems.has(liveElement) && next !== undefined && next !== liveElement) {
        left += 1;
        continue;
      }
    }
    if (liveElement !== undefined) {
      if (!appliedItems.has(liveElement)) {
        result.push(live[left] ?? null);
        left += 1;
        continue;
      }
      if (done.has(liveElement)) left += 1;
    }
    if (element !== undefined) {
      take(element);
      right += 1;
      if (next === element) skipShared();
    }
  }
  return result;
}
