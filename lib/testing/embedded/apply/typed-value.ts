// In: values and their schema. Out: their fields, the fields in which they differ, and values merged or without fields. Called
// by the field manager. A port of the rules of structured-merge-diff's `typed` package.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import type { SchemaNode } from '../schema-node.ts';
import { FieldSet } from './field-set.ts';
import { elementOfField, itemElement, type PathElement } from './path-element.ts';

type Schema = SchemaNode | undefined;

/** Returns true if a list is owned item by item. */
function isAssociative(schema: Schema): schema is SchemaNode {
  return schema !== undefined && schema.listType !== 'atomic';
}

/** Returns all fields of an applied value. */
export function fieldSetOf(schema: Schema, value: JsonValue): FieldSet {
  if (isJsonList(value) && isAssociative(schema)) {
    const items = value.map((item) => [itemElement(schema, item), fieldSetOf(schema.items, item)] as const);
    return FieldSet.of(
      items.map(([element]) => element),
      items,
    );
  }
  if (!isJsonObject(value) || schema?.isAtomicMap === true) return FieldSet.empty;
  const members: PathElement[] = [];
  const children: [PathElement, FieldSet][] = [];
  for (const [name, field] of Object.entries(value)) {
    const inner = schema?.field(name);
    if (isMember(schema, name, inner, field)) members.push(elementOfField(name));
    children.push([elementOfField(name), fieldSetOf(inner, field)]);
  }
  return FieldSet.of(members, children);
}

function isMember(schema: Schema, name: string, inner: Schema, field: JsonValue): boolean {
  if (isLeaf(inner, field) || schema?.isDeclared(name) !== true) return true;
  return field === null || (isJsonObject(field) && Object.keys(field).length === 0);
}

/** Returns true if a value is owned as a whole. */
function isLeaf(schema: Schema, value: JsonValue): boolean {
  if (isJsonList(value)) return !isAssociative(schema);
  return !isJsonObject(value) || schema?.isAtomicMap === true;
}

/** The fields in which two values differ. */
export interface FieldChanges {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

interface Differences {
  readonly added: PathElement[][];
  readonly modified: PathElement[][];
  readonly removed: PathElement[][];
}

/** Compares two values by field. */
export function changedFields(schema: Schema, before: JsonValue, after: JsonValue): FieldChanges {
  const differences: Differences = { added: [], modified: [], removed: [] };
  compare(schema, before, after, { path: [], differences });
  return {
    added: FieldSet.ofPaths(differences.added),
    modified: FieldSet.ofPaths(differences.modified),
    removed: FieldSet.ofPaths(differences.removed),
  };
}

interface Place {
  readonly path: PathElement[];
  readonly differences: Differences;
}

type Optional = JsonValue | undefined;

function compare(schema: Schema, before: Optional, after: Optional, place: Place): void {
  const { path, differences } = place;
  if (before !== undefined && after !== undefined && before === after) return;
  const isInside = compareInside(schema, before, after, place);
  if (before === undefined) differences.added.push(path);
  else if (after === undefined) differences.removed.push(path);
  else if (!isInside && !isSameJson(before, after)) differences.modified.push(path);
}

/** Compares inner values; returns false if the values are leaves. */
function compareInside(schema: Schema, before: Optional, after: Optional, place: Place): boolean {
  if (isNeither(isJsonObject, before, after) && isNeither(isJsonList, before, after)) return false;
  if (isEmptyOrAbsent(before) && isEmptyOrAbsent(after)) return false;
  const descend = (element: PathElement, inner: Schema, one: Optional, other: Optional) => {
    compare(inner, one, other, { ...place, path: [...place.path, element] });
  };
  if (isListOrAbsent(before) && isListOrAbsent(after)) {
    if (!isAssociative(schema)) return false;
    const [items, others] = [itemsByElement(schema, before ?? []), itemsByElement(schema, after ?? [])];
    for (const element of new Set([...items.keys(), ...others.keys()])) {
      descend(element, schema.items, items.get(element), others.get(element));
    }
    return true;
  }
  if (schema?.isAtomicMap === true) return false;
  // A map that becomes a scalar loses its fields, and the reverse.
  const isMap = isObjectOrAbsent(before) && isObjectOrAbsent(after);
  const one = isJsonObject(before) ? before : {};
  const other = isJsonObject(after) ? after : {};
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    descend(elementOfField(name), schema?.field(name), own(one, name), own(other, name));
  }
  return isMap;
}

function own(object: JsonObject, name: string): Optional {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isNeither(is: (value: Optional) => boolean, one: Optional, other: Optional): boolean {
  return !is(one) && !is(other);
}

function isEmptyOrAbsent(value: Optional): boolean {
  if (value === undefined || value === null) return true;
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function isListOrAbsent(value: Optional): value is readonly JsonValue[] | null | undefined {
  return value === undefined || value === null || isJsonList(value);
}

function isObjectOrAbsent(value: Optional): value is JsonObject | null | undefined {
  return value === undefined || value === null || isJsonObject(value);
}

/** Of items with the same keys the first counts. */
function itemsByElement(list: SchemaNode, items: readonly JsonValue[]): Map<PathElement, JsonValue> {
  const found = new Map<PathElement, JsonValue>();
  for (const item of items) {
    const element = itemElement(list, item);
    if (!found.has(element)) found.set(element, item);
  }
  return found;
}

/** Returns a value with an applied value over it. */
export function appliedOver(schema: Schema, live: Optional, applied: Optional): JsonValue {
  if (applied === undefined) return live ?? null;
  if (live === undefined || isLeaf(schema, applied)) return applied;
  if (isJsonList(applied) && isJsonList(live) && isAssociative(schema)) return mergedItems(schema, live, applied);
  if (!isJsonObject(applied) || !isJsonObject(live)) return applied;
  const names = new Set([...Object.keys(live), ...Object.keys(applied)]);
  return Object.fromEntries(
    [...names].map((name) => [name, appliedOver(schema?.field(name), own(live, name), own(applied, name))]),
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
  let next = shared.shift();
  for (let left = 0, right = 0; left < liveElements.length || right < elements.length; ) {
    const [liveElement, element] = [liveElements[left], elements[right]];
    if (liveElement !== undefined && element !== undefined) {
      if (liveElement === element) {
        take(element);
        left += 1;
        right += 1;
        next = shared.shift();
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
      if (next === element) next = shared.shift();
    }
  }
  return result;
}

/** Returns a value without fields; null if nothing of a list or map is left. */
export function withoutFields(schema: Schema, value: JsonValue, fields: FieldSet): JsonValue {
  if (isJsonList(value)) {
    if (!isAssociative(schema) || value.length === 0) return value;
    const kept = value.flatMap((item) => {
      const element = itemElement(schema, item);
      return fields.has(element) ? [] : [withoutInner(schema.items, item, fields.child(element))];
    });
    return kept.length === 0 ? null : kept;
  }
  if (!isJsonObject(value) || schema?.isAtomicMap === true || Object.keys(value).length === 0) return value;
  const kept = Object.entries(value).flatMap(([name, field]): [string, JsonValue][] => {
    const element = elementOfField(name);
    if (fields.has(element)) return [];
    return [[name, withoutInner(schema?.field(name), field, fields.child(element))]];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function withoutInner(schema: Schema, value: JsonValue, fields: FieldSet): JsonValue {
  return fields.isEmpty ? value : withoutFields(schema, value, fields);
}
