// In: an object, and a JSON patch. Out: the patched value. Called by patches. Follows Go's library in what RFC 6902 forbids and
// API servers accept: a replace of an absent field adds it.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { unmarshalFault } from '../../../built-in/index.ts';
import { brandedError } from '../../../error/index.ts';
import { canonicalJson, isJsonList, scalarText } from '../../../schema/index.ts';
import { badRequest, StatusError } from '../status-error.ts';

/** The number of steps that API servers accept. */
const mostSteps = 10_000;
/** The length of JSON text that the copies of one patch may have in API servers. */
const mostCopied = 3 * 1024 * 1024;

/**
 * Returns an object after the steps of a JSON patch.
 *
 * @throws StatusError as the API server words it: it doesn't say which step failed.
 * @see https://www.rfc-editor.org/rfc/rfc6902
 */
export function jsonPatched(object: JsonObject, patch: JsonValue): JsonValue {
  if (patch === null) return object;
  if (!isJsonList(patch)) {
    throw badRequest(`error decoding patch: ${unmarshalFault(patch, '[]handlers.jsonPatchOp')}`);
  }
  const other = patch.find((step) => step !== null && !isJsonObject(step));
  if (other !== undefined) throw badRequest(`error decoding patch: ${unmarshalFault(other, 'handlers.jsonPatchOp')}`);
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
  const copy = new PatchedCopy(document);
  for (const step of patch.filter(isJsonObject)) copy.takeStep(step);
  return copy.value;
}

/** A value that steps change in place, so that a step costs no more than its own size. */
type Draft = Container | boolean | number | string | null;
type Container = Draft[] | Map<string, Draft>;

/** A copy of a document that the steps of a JSON patch change. */
class PatchedCopy {
  #root: Draft;
  #copiedSize = 0;

  constructor(document: JsonValue) {
    this.#root = draftOf(document);
  }

  get value(): JsonValue {
    return jsonOf(this.#root);
  }

  /** @throws PatchStepError if the step can't be done. */
  takeStep({ op, path, from, value = null }: JsonObject): void {
    const name = scalarText(op);
    if (typeof path !== 'string') throw new PatchStepError(`${name} operation failed to decode path: missing value`);
    const target: Target = { name, path, keys: pointer(name, path) };
    switch (op) {
      case 'add':
        addAt(this.#parent(target), target, draftOf(value));
        break;
      case 'replace':
        if (path === '' && isContainer(draftOf(value))) this.#root = draftOf(value);
        else replaceAt(this.#parent(target), target, draftOf(value));
        break;
      case 'remove':
        removeAt(this.#parent(target), target);
        break;
      case 'test':
        if (path !== '') this.#parent(target);
        if (!isSame(draftAt(this.#root, target) ?? null, value))
          throw new PatchStepError(`testing value ${path} failed: test failed`);
        break;
      case 'copy':
      case 'move':
        this.#move(target, from);
        break;
      default:
        throw new PatchStepError(`Unexpected kind: ${name}`);
    }
  }

  #move(target: Target, from: JsonValue | undefined): void {
    const { name } = target;
    if (typeof from !== 'string') throw new PatchStepError(`${name} operation failed to decode from: missing value`);
    const source: Target = { name, path: from, keys: pointer(name, from) };
    // Go's library copies an absent field as null.
    const value =
      draftAt(this.#root, source) ?? (name === 'copy' && this.#parent(source) instanceof Map ? null : undefined);
    if (value === undefined) {
      throw new PatchStepError(`${name} operation does not apply: doc is missing from path: "${from}": missing value`);
    }
    if (name === 'move') removeAt(this.#parent(source), source);
    addAt(this.#parent(target), target, name === 'move' ? value : this.#copied(value));
  }

  /** Copies of copies would grow without limit. */
  #copied(draft: Draft): Draft {
    const value = jsonOf(draft);
    this.#copiedSize += canonicalJson(value).length;
    if (this.#copiedSize > mostCopied) {
      throw new PatchStepError(`Unable to copy, the accumulated size increase of copy is ${this.#copiedSize}`);
    }
    return draftOf(value);
  }

  /** Returns the container of the target. */
  #parent(target: Target): Container {
    const { keys } = target;
    const parent = keys.length === 0 ? undefined : draftAt(this.#root, { ...target, keys: keys.slice(0, -1) });
    if (!isContainer(parent)) throw missing(target);
    return parent;
  }
}

function draftOf(value: JsonValue): Draft {
  if (isJsonList(value)) return value.map(draftOf);
  return isJsonObject(value) ? new Map(Object.entries(value).map(([name, inner]) => [name, draftOf(inner)])) : value;
}

function jsonOf(draft: Draft): JsonValue {
  if (!isContainer(draft)) return draft;
  if (Array.isArray(draft)) return draft.map(jsonOf);
  return Object.fromEntries([...draft].map(([name, inner]) => [name, jsonOf(inner)]));
}

function isSame(draft: Draft, value: JsonValue): boolean {
  if (!isContainer(draft)) return draft === value;
  if (Array.isArray(draft)) {
    return (
      isJsonList(value) && draft.length === value.length && draft.every((each, at) => isSame(each, value[at] ?? null))
    );
  }
  if (!isJsonObject(value) || draft.size !== Object.keys(value).length) return false;
  return Object.entries(value).every(([name, inner]) => draft.has(name) && isSame(draft.get(name) ?? null, inner));
}

function isContainer(draft: Draft | undefined): draft is Container {
  return typeof draft === 'object' && draft !== null;
}

interface Target {
  readonly name: string;
  readonly path: string;
  readonly keys: readonly string[];
}

function pointer(name: string, path: string): readonly string[] {
  if (path === '') return [];
  // Go's library ignores what is before the first slash.
  const [, ...parts] = path.split('/');
  if (parts.length === 0) throw missing({ name, path });
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function missing({ name, path }: Pick<Target, 'name' | 'path'>): PatchStepError {
  return new PatchStepError(`${name} operation does not apply: doc is missing path: "${path}": missing value`);
}

function addAt(parent: Container, target: Target, value: Draft): void {
  const key = lastKey(target);
  if (!Array.isArray(parent)) {
    parent.set(key, value);
    return;
  }
  parent.splice(key === '-' ? parent.length : indexIn(parent.length + 1, key, target), 0, value);
}

function replaceAt(parent: Container, target: Target, value: Draft): void {
  const key = lastKey(target);
  if (Array.isArray(parent)) parent[indexIn(parent.length, key, target)] = value;
  else parent.set(key, value);
}

function removeAt(parent: Container, target: Target): void {
  const key = lastKey(target);
  if (Array.isArray(parent)) {
    parent.splice(indexIn(parent.length, key, target), 1);
    return;
  }
  if (parent.delete(key)) return;
  const { path } = target;
  throw new PatchStepError(
    `error in remove for path: '${path}': Unable to remove nonexistent key: ${key}: missing value`,
  );
}

function lastKey({ keys }: Target): string {
  return keys.at(-1) ?? '';
}

/** Returns the index among so many places; API servers count negative ones from the end. */
function indexIn(length: number, key: string, { name, path }: Target): number {
  const written = /^[+-]?\d+$/.test(key) ? Number(key) : Number.NaN;
  const index = written < 0 ? written + length : written;
  if (index >= 0 && index < length) return index;
  throw new PatchStepError(
    `error in ${name} for path: '${path}': Unable to access invalid index: ${key}: invalid index referenced`,
  );
}

function draftAt(document: Draft, target: Target): Draft | undefined {
  return target.keys.reduce<Draft | undefined>((value, key) => {
    if (Array.isArray(value)) return value[indexIn(value.length, key, target)];
    return value instanceof Map ? value.get(key) : undefined;
  }, document);
}
