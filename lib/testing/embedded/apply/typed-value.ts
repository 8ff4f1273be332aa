// In: values and their schema. Out: their fields, the fields in which they differ, and values merged or without fields. Called
// by the field manager.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList } from '../../../schema/index.ts';
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

type ChangeKind = keyof FieldChanges;
type Optional = JsonValue | undefined;

/** Compares two values by field. */
export function changedFields(schema: Schema, before: Optional, after: Optional): FieldChanges {
  const inner = innerPairs(schema, before, after).filter(({ one, other }) => one !== other);
  if (inner.length === 0) return unchanged;
  const compared = inner.map((pair) => ({ ...pair, below: changedFields(pair.schema, pair.one, pair.other) }));
  const kinds = inner.map(changeOf);
  const changes = (kind: ChangeKind) =>
    FieldSet.of(
      inner.filter((_, index) => kinds[index] === kind).map(({ element }) => element),
      compared.map(({ element, below }) => [element, below[kind]] as const),
    );
  return { added: changes('added'), modified: changes('modified'), removed: changes('removed') };
}

const unchanged: FieldChanges = { added: FieldSet.empty, modified: FieldSet.empty, removed: FieldSet.empty };

interface FieldPair {
  readonly element: PathElement;
  readonly schema: Schema;
  readonly one: Optional;
  readonly other: Optional;
}

function changeOf({ schema, one, other }: FieldPair): ChangeKind | undefined {
  if (one === undefined) return 'added';
  if (other === undefined) return 'removed';
  return isComparedInside(schema, one, other) || isSameJson(one, other) ? undefined : 'modified';
}

/** Returns false if the values are compared as a whole. A map that becomes a scalar changes, and loses its fields too. */
function isComparedInside(schema: Schema, one: JsonValue, other: JsonValue): boolean {
  if (isEmptyOrAbsent(one) && isEmptyOrAbsent(other)) return false;
  if (isListOrAbsent(one) && isListOrAbsent(other)) return isAssociative(schema);
  return schema?.isAtomicMap !== true && isObjectOrAbsent(one) && isObjectOrAbsent(other);
}

/** Returns the inner fields of two values; none if they are leaves. */
function innerPairs(schema: Schema, before: Optional, after: Optional): readonly FieldPair[] {
  if (isNeither(isJsonObject, before, after) && isNeither(isJsonList, before, after)) return [];
  if (isEmptyOrAbsent(before) && isEmptyOrAbsent(after)) return [];
  if (isListOrAbsent(before) && isListOrAbsent(after)) {
    if (!isAssociative(schema)) return [];
    return itemPairs(schema, before ?? [], after ?? []);
  }
  if (schema?.isAtomicMap === true) return [];
  const one = fieldsIn(before);
  const other = fieldsIn(after);
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => ({
    element: elementOfField(name),
    schema: schema?.field(name),
    one: own(one, name),
    other: own(other, name),
  }));
}

/** Returns the items of two lists. Several items with the same keys are owned as one leaf. */
function itemPairs(list: SchemaNode, before: readonly JsonValue[], after: readonly JsonValue[]): readonly FieldPair[] {
  const element = (item: JsonValue) => itemElement(list, item);
  const [items, others] = [Map.groupBy(before, element), Map.groupBy(after, element)];
  const pair = (name: PathElement, one: Optional, other: Optional): FieldPair => ({
    ...{ element: name, schema: list.items, one, other },
  });
  return [...new Set([...items.keys(), ...others.keys()])].flatMap((name) => {
    const [some = [], more = []] = [items.get(name), others.get(name)];
    if (some.length < 2 && more.length < 2) return [pair(name, some[0], more[0])];
    if (some.length > 1 && more.length > 1) return [{ ...pair(name, some, more), schema: undefined }];
    const [single, leaf] =
      some.length > 1
        ? [pair(name, undefined, more[0]), pair(name, some, undefined)]
        : [pair(name, some[0], undefined), pair(name, undefined, more)];
    const isAlone = single.one === undefined && single.other === undefined;
    return [...(isAlone ? [] : [single]), { ...leaf, schema: undefined }];
  });
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
