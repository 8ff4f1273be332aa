// In: two values and their schema. Out: the fields in which they differ. Called by the field manager, and for an apply as kubectl
// sends it.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import type { SchemaNode } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, ownField } from '../../../schema/index.ts';
import { FieldSet } from './field-set.ts';
import { elementOfField, itemElement, type PathElement } from './path-element.ts';
import { isAssociative, type Schema, type TypedValue } from './typed-value.ts';

/** The fields in which two values differ. */
export interface FieldChanges {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

type ChangeKind = keyof FieldChanges;

/** Compares two values by field. */
export function changedFields(schema: Schema, before: TypedValue, after: TypedValue): FieldChanges {
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
  readonly one: TypedValue;
  readonly other: TypedValue;
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
function innerPairs(schema: Schema, before: TypedValue, after: TypedValue): readonly FieldPair[] {
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
    one: ownField(one, name),
    other: ownField(other, name),
  }));
}

/** Returns the items of two lists. Several items with the same keys are owned as one leaf. */
function itemPairs(list: SchemaNode, before: readonly JsonValue[], after: readonly JsonValue[]): readonly FieldPair[] {
  const element = (item: JsonValue) => itemElement(list, item);
  const [items, others] = [Map.groupBy(before, element), Map.groupBy(after, element)];
  const pair = (name: PathElement, one: TypedValue, other: TypedValue): FieldPair => ({
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

function isNeither(is: (value: TypedValue) => boolean, one: TypedValue, other: TypedValue): boolean {
  return !is(one) && !is(other);
}

function isEmptyOrAbsent(value: TypedValue): boolean {
  if (value === undefined || value === null) return true;
  if (isJsonList(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function isListOrAbsent(value: TypedValue): value is readonly JsonValue[] | null | undefined {
  return value === undefined || value === null || isJsonList(value);
}

function isObjectOrAbsent(value: TypedValue): value is JsonObject | null | undefined {
  return value === undefined || value === null || isJsonObject(value);
}
