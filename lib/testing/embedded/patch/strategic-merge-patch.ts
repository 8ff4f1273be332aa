// In: an object of a built-in kind, a strategic merge patch, and the kind's schema. Out: the patched object. Called by patches.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { scalarText } from '../object.ts';
import type { SchemaNode } from '../schema-node.ts';
import { badRequest } from '../status-error.ts';

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
  if (action !== undefined && action !== 'merge') throw badRequest(`Unknown patch type: ${scalarText(action)}`);
  const result = new Map<string, JsonValue>(Object.entries(retainedFields(object, patch)));
  for (const [field, change] of Object.entries(patch)) {
    if (field.startsWith(deletionPrefix)) {
      const name = field.slice(deletionPrefix.length);
      const removed = listOf(change);
      const left = listOf(result.get(name)).filter((item) => !removed.some((each) => isSameJson(each, item)));
      result.set(name, left);
    }
  }
  for (const [field, change] of Object.entries(patch)) {
    if (field.startsWith('$')) continue;
    if (change === null) {
      result.delete(field);
      continue;
    }
    const value = patchedField(schema?.field(field), result.get(field), change);
    result.set(field, value);
  }
  for (const name of orderedFields(patch)) {
    const items = result.get(name);
    const inner = schema?.field(name);
    if (items === undefined || inner?.isMerged !== true) continue;
    const named = patch[`${orderPrefix}${name}`] ?? patch[name];
    result.set(name, ordered(listOf(items), { live: listOf(object[name]), patch: listOf(named), key: inner.mergeKey }));
  }
  return Object.fromEntries(result);
}

function patchedField(schema: SchemaNode | undefined, value: JsonValue | undefined, change: JsonValue): JsonValue {
  if (isJsonObject(change)) return strategicMergePatched(schema, isJsonObject(value) ? value : {}, change);
  if (!isJsonList(change)) return change;
  const key = schema?.mergeKey;
  if (key !== undefined) return mergedItems(schema, listOf(value), { key, changes: change });
  if (schema?.isMerged !== true) return change.filter((item) => !isJsonObject(item) || item[directive] === undefined);
  const before = listOf(value);
  return [...before, ...change.filter((item) => !before.some((each) => isSameJson(each, item)))];
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
  const result = [...items];
  for (const change of objects) {
    if (change[key] === undefined)
      throw badRequest(`map: ${goMap(change)} does not contain declared merge key: ${key}`);
    const index = result.findIndex((item) => isJsonObject(item) && isSameJson(item[key], change[key]));
    if (change[directive] === 'delete') {
      if (index >= 0) result.splice(index, 1);
      continue;
    }
    const before = result[index];
    const merged = strategicMergePatched(schema?.items, isJsonObject(before) ? before : {}, change);
    if (index >= 0) result[index] = merged;
    else result.push(merged);
  }
  return result;
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
  const identity = (item: JsonValue) => (key !== undefined && isJsonObject(item) ? item[key] : item);
  const place = (list: readonly JsonValue[], item: JsonValue) =>
    list.findIndex((each) => isSameJson(identity(each), identity(item)));
  const byPlace = (list: readonly JsonValue[]) => (one: JsonValue, other: JsonValue) =>
    place(list, one) - place(list, other);
  const named = items.filter((item) => place(patch, item) >= 0).sort(byPlace(patch));
  const others = items.filter((item) => place(patch, item) < 0).sort(byPlace(live));
  const result: JsonValue[] = [];
  while (named.length > 0 || others.length > 0) {
    const [left, right] = [others[0], named[0]];
    const isLeft =
      right === undefined ||
      (left !== undefined &&
        place(live, left) >= 0 &&
        place(live, right) >= 0 &&
        place(live, left) < place(live, right));
    const next = isLeft ? others.shift() : named.shift();
    if (next !== undefined) result.push(next);
  }
  return result;
}

function withoutDirectives(patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(patch).filter(([field]) => !field.startsWith('$')));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : [];
}

function goMap(value: JsonObject): string {
  return `map[${Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, field]) => `${name}:${scalarText(field)}`)
    .join(' ')}]`;
}
