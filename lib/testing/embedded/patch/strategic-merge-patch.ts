// In: an object of a built-in kind, a strategic merge patch, and the kind's schema. Out: the patched object. Called by patches.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { goMap, type SchemaNode } from '../../../built-in/index.ts';
import { canonicalJson, fieldsIn, isJsonList, listOf, scalarText } from '../../../schema/index.ts';
import { internalError } from '../status-error.ts';

const directive = '$patch';
const retained = '$retainKeys';
const orderPrefix = '$setElementOrder/';
const deletionPrefix = '$deleteFromPrimitiveList/';

/**
 * Returns an object after a strategic merge patch.
 *
 * @see https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 */
export function strategicMergePatched(
  schema: SchemaNode | undefined,
  object: JsonObject,
  patch: JsonObject,
): JsonObject {
  const action = patch[directive];
  if (action === 'replace') return withoutDirectives(patch);
  if (action === 'delete') return {};
  if (action !== undefined && action !== 'merge') {
    throw internalError(`unknown patch type: ${scalarText(action)} in map: ${goMap(patch)}`);
  }
  const result = new Map<string, JsonValue>(Object.entries(retainedFields(object, patch)));
  for (const [field, change] of Object.entries(patch)) {
    if (field.startsWith(deletionPrefix)) {
      const name = field.slice(deletionPrefix.length);
      const removed = new Set(listOf(change).map(canonicalJson));
      result.set(
        name,
        listOf(result.get(name)).filter((item) => !removed.has(canonicalJson(item))),
      );
    }
  }
  for (const [field, change] of Object.entries(patch)) {
    if (field.startsWith('$')) continue;
    if (change === null) {
      result.delete(field);
      continue;
    }
    const before = result.get(field);
    const value = isSameForm(before, change) ? patchedField(schema?.field(field), before, change) : taken(change);
    if (value === undefined) result.delete(field);
    else result.set(field, value);
  }
  for (const name of orderedFields(patch)) {
    const items = result.get(name);
    const inner = schema?.field(name);
    if (items === undefined || inner?.isMerged !== true) continue;
    const isKept = isNoneOf(deletedTexts(listOf(patch[name]), inner.mergeKey), inner.mergeKey);
    const named = listOf(patch[`${orderPrefix}${name}`] ?? patch[name]).filter((item) => !isDeletion(item));
    const live = listOf(object[name]).filter(isKept);
    result.set(name, ordered(listOf(items), { live, patch: named, key: inner.mergeKey }));
  }
  return Object.fromEntries(result);
}

function isSameForm(value: JsonValue | undefined, change: JsonValue): boolean {
  return (isJsonObject(value) && isJsonObject(change)) || (isJsonList(value) && isJsonList(change));
}

/** Returns the value that a patch adds: without nulls and values with directives. */
function taken(change: JsonValue): JsonValue | undefined {
  if (isJsonList(change)) return change.flatMap((item) => taken(item) ?? []);
  if (!isJsonObject(change)) return change;
  if (change[directive] !== undefined) return undefined;
  const fields = Object.entries(change).flatMap(([name, field]): [string, JsonValue][] => {
    const value = field === null || name.startsWith('$') ? undefined : taken(field);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(fields);
}

function patchedField(schema: SchemaNode | undefined, value: JsonValue | undefined, change: JsonValue): JsonValue {
  if (isJsonObject(change)) return strategicMergePatched(schema, fieldsIn(value), change);
  if (!isJsonList(change)) return change;
  const key = schema?.mergeKey;
  if (key !== undefined) return mergedItems(schema, listOf(value), { key, changes: change });
  if (schema?.isMerged !== true) return change.filter((item) => !isJsonObject(item) || item[directive] === undefined);
  const before = listOf(value);
  const known = new Set(before.map(canonicalJson));
  return [...before, ...change.filter((item) => !known.has(canonicalJson(item)))];
}

function mergedItems(
  schema: SchemaNode | undefined,
  items: readonly JsonValue[],
  { key, changes }: { readonly key: string; readonly changes: readonly JsonValue[] },
): JsonValue[] {
  const isReplaced = changes.some((change) => isJsonObject(change) && change[directive] === 'replace');
  const objects = changes.filter(isJsonObject);
  const written = objects.filter((change) => change[directive] === undefined || change[directive] === 'merge');
  if (isReplaced) return written.map(withoutDirectives);
  const unnamed = objects.find((change) => change[key] === undefined);
  if (unnamed !== undefined) {
    throw internalError(`map: ${goMap(unnamed)} does not contain declared merge key: ${key}`);
  }
  const result = items.filter(isNoneOf(deletedTexts(objects, key), key));
  const places = firstPlaces(result.map(identity(key)));
  for (const change of objects) {
    if (isDeletion(change)) continue;
    const name = identity(key)(change);
    const place = places.get(name) ?? result.length;
    places.set(name, place);
    const before = result[place];
    result[place] = strategicMergePatched(schema?.items, fieldsIn(before), change);
  }
  return result;
}

function isDeletion(change: JsonValue): boolean {
  return isJsonObject(change) && change[directive] === 'delete';
}

/** Returns the texts of the items that a patch deletes. The patch removes these items before it adds others. */
function deletedTexts(changes: readonly JsonValue[], key: string | undefined): ReadonlySet<string> {
  return new Set(changes.filter(isDeletion).map(identity(key)));
}

function isNoneOf(texts: ReadonlySet<string>, key: string | undefined): (item: JsonValue) => boolean {
  return (item) => !texts.has(identity(key)(item));
}

/** Returns the function that gives the text by which a list knows an item: of its key, or of the whole. */
function identity(key: string | undefined): (item: JsonValue) => string {
  return (item) => (key !== undefined && isJsonObject(item) ? canonicalJson(item[key]) : canonicalJson(item));
}

/** Text → its first place in a list. */
function firstPlaces(texts: readonly string[]): Map<string, number> {
  return new Map(texts.map((text, place): [string, number] => [text, place]).reverse());
}

function retainedFields(object: JsonObject, patch: JsonObject): JsonObject {
  const kept = patch[retained];
  if (!isJsonList(kept)) return object;
  return Object.fromEntries(Object.entries(object).filter(([name]) => kept.includes(name)));
}

/** Returns the lists that a patch changes or orders. */
function orderedFields(patch: JsonObject): ReadonlySet<string> {
  const fields = Object.entries(patch).flatMap(([field, change]) => {
    if (field.startsWith(orderPrefix)) return [field.slice(orderPrefix.length)];
    return isJsonList(change) && !field.startsWith('$') ? [field] : [];
  });
  return new Set(fields);
}

/** The order of a list after a patch. */
interface ListOrder {
  /** The items as they were. */
  readonly live: readonly JsonValue[];
  /** The items that the patch names, in its order. */
  readonly patch: readonly JsonValue[];
  readonly key: string | undefined;
}

/**
 * Puts the items of a patch into its order, and each other item before the first one of the patch that followed it.
 */
function ordered(items: readonly JsonValue[], { live, patch, key }: ListOrder): JsonValue[] {
  const textOf = identity(key);
  const [livePlaces, patchPlaces] = [firstPlaces(live.map(textOf)), firstPlaces(patch.map(textOf))];
  const placed = items.map((item) => {
    const text = textOf(item);
    return { item, live: livePlaces.get(text) ?? -1, patch: patchPlaces.get(text) ?? -1 };
  });
  const named = placed.filter((each) => each.patch >= 0).sort((one, other) => one.patch - other.patch);
  const others = placed.filter((each) => each.patch < 0).sort((one, other) => one.live - other.live);
  const result: JsonValue[] = [];
  let next = 0;
  for (const each of named) {
    for (let other = others[next]; other !== undefined && isBefore(other, each); other = others[next]) {
      result.push(other.item);
      next += 1;
    }
    result.push(each.item);
  }
  return [...result, ...others.slice(next).map(({ item }) => item)];
}

function isBefore(one: { readonly live: number }, other: { readonly live: number }): boolean {
  return one.live >= 0 && one.live < other.live;
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !field.startsWith('$')));
}
