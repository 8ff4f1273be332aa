// In: an object, and a JSON patch. Out: the patched value. Called by patches. Follows Go's library in what RFC 6902 forbids and
// API servers accept: a replace of an absent field adds it.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { brandedError } from '../../../error/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { scalarText } from '../object.ts';
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
  try {
    return patchedValue(object, patch);
  } catch (error) {
    if (!PatchStepError.is(error)) throw error;
    const message = 'the server rejected our request due to an error in our request';
    throw new StatusError({ code: 422, reason: 'Invalid', message, details: {} });
  }
}

/** A step of a JSON patch that can't be done; the message is that of Go's library. */
export class PatchStepError extends brandedError('PatchStepError') {}

/** Returns a document after the steps of a JSON patch. @throws PatchStepError for the first step that can't be done. */
export function patchedValue(document: JsonValue, patch: readonly JsonValue[]): JsonValue {
  return patch.filter(isJsonObject).reduce<JsonValue>(stepped, document);
}

function stepped(document: JsonValue, step: JsonObject): JsonValue {
  const { op, path, from, value = null } = step;
  const name = scalarText(op);
  if (typeof path !== 'string') throw new PatchStepError(`${name} operation failed to decode path: missing value`);
  const target: Target = { name, path, keys: pointer(name, path) };
  switch (op) {
    case 'add':
      return changed(document, target, (parent, key) => added(parent, key, { target, value }));
    case 'replace':
      return changed(document, target, (parent, key) => replaced(parent, key, { target, value }));
    case 'remove':
      return changed(document, target, (parent, key) => removed(parent, key, target));
    case 'test':
      if (isSameJson(found(document, target) ?? null, value)) return document;
      throw new PatchStepError(`testing value ${path} failed: test failed`);
    case 'copy':
    case 'move':
      return moved(document, target, from);
    default:
      throw new PatchStepError(`Unexpected kind: ${name}`);
  }
}

function moved(document: JsonValue, target: Target, from: JsonValue | undefined): JsonValue {
  const { name } = target;
  if (typeof from !== 'string') throw new PatchStepError(`${name} operation failed to decode from: missing value`);
  const source: Target = { name, path: from, keys: pointer(name, from) };
  const value = found(document, source);
  if (value === undefined) {
    throw new PatchStepError(`${name} operation does not apply: doc is missing from path: "${from}": missing value`);
  }
  const left = name === 'move' ? changed(document, source, (parent, key) => removed(parent, key, source)) : document;
  return changed(left, target, (parent, key) => added(parent, key, { target, value }));
}

/** The place of a step. */
interface Target {
  readonly name: string;
  readonly path: string;
  readonly keys: readonly string[];
}

function pointer(name: string, path: string): readonly string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw missing({ name, path });
  return path
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function missing({ name, path }: Pick<Target, 'name' | 'path'>): PatchStepError {
  return new PatchStepError(`${name} operation does not apply: doc is missing path: "${path}": missing value`);
}

type Container = JsonObject | readonly JsonValue[];

/** Returns a document with another value in the container of the target. */
function changed(
  document: JsonValue,
  target: Target,
  change: (parent: Container, key: string) => JsonValue,
): JsonValue {
  const [key, ...rest] = target.keys;
  if (key === undefined || (!isJsonList(document) && !isJsonObject(document))) throw missing(target);
  if (rest.length === 0) return change(document, key);
  const inner = found(document, { ...target, keys: [key] });
  if (inner === undefined) throw missing(target);
  return replaced(document, key, { target, value: changed(inner, { ...target, keys: rest }, change) });
}

interface Change {
  readonly target: Target;
  readonly value: JsonValue;
}

function added(parent: Container, key: string, { target, value }: Change): JsonValue {
  if (!isList(parent)) return { ...parent, [key]: value };
  const index = key === '-' ? parent.length : Number(key);
  if (!Number.isInteger(index) || index < 0 || index > parent.length) throw wrongIndex(target, key);
  return parent.toSpliced(index, 0, value);
}

function replaced(parent: Container, key: string, { target, value }: Change): JsonValue {
  if (!isList(parent)) return { ...parent, [key]: value };
  return parent.with(existingIndex(parent, key, target), value);
}

function removed(parent: Container, key: string, target: Target): JsonValue {
  if (isList(parent)) return parent.toSpliced(existingIndex(parent, key, target), 1);
  if (Object.hasOwn(parent, key)) return Object.fromEntries(Object.entries(parent).filter(([name]) => name !== key));
  const { path } = target;
  throw new PatchStepError(
    `error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`,
  );
}

function existingIndex(list: readonly JsonValue[], key: string, target: Target): number {
  const index = Number(key);
  if (!Number.isInteger(index) || index < 0 || index >= list.length) throw wrongIndex(target, key);
  return index;
}

function wrongIndex({ name, path }: Target, key: string): PatchStepError {
  return new PatchStepError(
    `error in ${name} for path: '${path}': Unable to access invalid index: ${key}: invalid index referenced`,
  );
}

function found(document: JsonValue, target: Target): JsonValue | undefined {
  return target.keys.reduce<JsonValue | undefined>((value, key) => {
    if (isJsonList(value)) return value[existingIndex(value, key, target)];
    return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }, document);
}

function isList(value: Container): value is readonly JsonValue[] {
  return isJsonList(value);
}

/** Returns the name of a JSON value's type in errors of Go's decoder. */
export function goType(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}
