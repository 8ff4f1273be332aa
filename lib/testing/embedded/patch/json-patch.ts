// In: an object, and a JSON patch. Out: the patched value. Called by patches. Follows Go's library in what RFC 6902 forbids and
// API servers accept: a replace of an absent field adds it.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { badRequest, StatusError } from '../status-error.ts';

/** The number of steps that API servers accept. */
const mostSteps = 10_000;

/**
 * Returns an object after the steps of a JSON patch.
 *
 * @throws StatusError as the API server words it: it doesn't say which step failed.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function jsonPatched(object: JsonObject, patch: JsonValue): JsonValue {
  if (!isJsonList(patch)) {
    throw badRequest(
      `error decoding patch: json: cannot unmarshal ${goType(patch)} into Go value of type []handlers.jsonPatchOp`,
    );
  }
  if (patch.length > mostSteps) {
    const message = `The allowed maximum operations in a JSON patch is ${mostSteps}, got ${patch.length}`;
    throw new StatusError({ code: 413, reason: 'RequestEntityTooLarge', message });
  }
  return patch.filter(isJsonObject).reduce<JsonValue>(stepped, object);
}

function stepped(document: JsonValue, step: JsonObject): JsonValue {
  const { op, path, from, value = null } = step;
  if (typeof path !== 'string') throw rejected();
  const target = pointer(path);
  switch (op) {
    case 'add':
      return changed(document, target, (parent, key) => added(parent, key, value));
    case 'replace':
      return changed(document, target, (parent, key) => replaced(parent, key, value));
    case 'remove':
      return changed(document, target, removed);
    case 'test':
      if (!isSameJson(found(document, target) ?? null, value)) throw rejected();
      return document;
    case 'copy':
    case 'move': {
      if (typeof from !== 'string') throw rejected();
      const source = pointer(from);
      const moved = found(document, source);
      if (moved === undefined) throw rejected();
      const left = op === 'move' ? changed(document, source, removed) : document;
      return changed(left, target, (parent, key) => added(parent, key, moved));
    }
    default:
      throw rejected();
  }
}

function pointer(path: string): readonly string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw rejected();
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

type Container = JsonObject | readonly JsonValue[];

/** Returns a document with another value in the container of the target. */
function changed(
  document: JsonValue,
  [key, ...rest]: readonly string[],
  change: (parent: Container, key: string) => JsonValue,
): JsonValue {
  if (key === undefined || (!isJsonList(document) && !isJsonObject(document))) throw rejected();
  if (rest.length === 0) return change(document, key);
  const inner = found(document, [key]);
  if (inner === undefined) throw rejected();
  return replaced(document, key, changed(inner, rest, change));
}

function added(parent: Container, key: string, value: JsonValue): JsonValue {
  if (!isList(parent)) return { ...parent, [key]: value };
  const index = key === '-' ? parent.length : Number(key);
  if (!Number.isInteger(index) || index < 0 || index > parent.length) throw rejected();
  return parent.toSpliced(index, 0, value);
}

function replaced(parent: Container, key: string, value: JsonValue): JsonValue {
  if (!isList(parent)) return { ...parent, [key]: value };
  return parent.with(existingIndex(parent, key), value);
}

function removed(parent: Container, key: string): JsonValue {
  if (isList(parent)) return parent.toSpliced(existingIndex(parent, key), 1);
  if (!Object.hasOwn(parent, key)) throw rejected();
  return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key));
}

function existingIndex(list: readonly JsonValue[], key: string): number {
  const index = Number(key);
  if (!Number.isInteger(index) || index < 0 || index >= list.length) throw rejected();
  return index;
}

function found(document: JsonValue, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((value, key) => {
    if (isJsonList(value)) return value[existingIndex(value, key)];
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, document);
}

function isList(value: Container): value is readonly JsonValue[] {
  return isJsonList(value);
}

function rejected(): StatusError {
  const message = 'the server rejected our request due to an error in our request';
  return new StatusError({ code: 422, reason: 'Invalid', message, details: {} });
}

/** Returns the name of a JSON value's type in errors of Go's decoder. */
export function goType(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
