// In: a value that an author gave. Out: findings for its parts that a manifest can't contain, with their paths. Called
// by the classes of kinds, before they validate an object by its schema, and for unit tests.

import { Lazy } from 'cdk8s';
import { type Finding, fieldPath, firstFindings, itemPath } from '../../schema/index.ts';
import { isPlainJsonObject } from './plain-object.ts';

/**
 * Returns findings for parts of an object's content that a manifest can't contain: values that aren't JSON or contain
 * themselves, and null as the result of a Lazy value.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function unwritableFindings(value: unknown, path: string): Finding[] {
  return unwritableFindingsAt(
    value,
    { path },
    { around: new Set(), refusal: contentRefusal, patched: jsonRefusal, produced: producedRefusal },
  );
}

/** Returns the same for metadata. cdk8s leaves null out of it, and fails for a field called `constructor`. */
export function unwritableMetadataFindings(metadata: unknown): Finding[] {
  return unwritableFindingsAt(metadata, { path: 'metadata' }, { around: new Set(), refusal: metadataRefusal });
}

/**
 * Returns findings for instances of classes that cdk8s can't resolve. Only for values that it has failed to write,
 * since a resolver of the app may know some classes.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function unwritableValueFindings(value: unknown, path: string): Finding[] {
  return unwritableFindingsAt(value, { path }, { around: new Set(), refusal: instanceRefusal });
}

/**
 * Returns findings for parts of a value that aren't JSON, if nothing resolves the value.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function nonJsonFindings(value: unknown, path: string): Finding[] {
  return unwritableFindingsAt(value, { path }, { around: new Set(), refusal: jsonRefusal });
}

interface Visit {
  /** The objects and lists that contain the value. */
  readonly around: Set<unknown>;
  readonly refusal: ValueCheck;
  /** Checks the values of patches, which are not resolved: see `writtenContent`. @default the same */
  readonly patched?: ValueCheck;
  /** Checks the results of Lazy values. @default they aren't checked */
  readonly produced?: ValueCheck;
}

function unwritableFindingsAt(value: unknown, place: ValueLocation, visit: Visit): Finding[] {
  const { path } = place;
  if (visit.around.has(value)) return [{ path, message: 'contains itself: leave it out' }];
  const message = visit.refusal(value, place);
  if (message !== undefined) return [{ path, message }];
  if (value instanceof Lazy && visit.produced !== undefined) {
    const produced = { around: new Set([...visit.around, value]), refusal: visit.produced, produced: visit.produced };
    return unwritableFindingsAt(lazyResult(value), place, produced);
  }
  if (!(Array.isArray(value) || isPlainJsonObject(value))) return [];
  visit.around.add(value);
  const found = unwritableFindingsInside(value, path, visit);
  visit.around.delete(value);
  return found;
}

function unwritableFindingsInside(value: object, path: string, visit: Visit): Finding[] {
  if (Array.isArray(value)) {
    // Holes are items, too.
    return firstFindings<unknown, Finding>(Array.from(value), (item, key) =>
      unwritableFindingsAt(item, { path: itemPath(path, key), key }, visit),
    );
  }
  const patched = { ...visit, refusal: visit.patched ?? visit.refusal };
  return firstFindings(Object.entries(value), ([key, part]) =>
    unwritableFindingsAt(part, { path: fieldPath(path, key), key }, key === 'constructor' ? patched : visit),
  );
}

/** Returns the result of a Lazy value; undefined if it throws, which cdk8s reports when it writes the object. */
function lazyResult(value: Lazy): unknown {
  try {
    return value.produce();
  } catch {
    return undefined;
  }
}

/** Returns the reason why a value can't be written into a manifest, and the remedy; undefined if it can. */
type ValueCheck = (value: unknown, place: ValueLocation) => string | undefined;

/** The location of a value. */
interface ValueLocation {
  readonly path: string;
  /** The name or the index of the value in its object or list; undefined for the whole. */
  readonly key?: string | number;
}

/** Refuses values that aren't JSON, if cdk8s resolves the others. */
function contentRefusal(value: unknown, { key }: ValueLocation): string | undefined {
  if (key === '__proto__') return 'no JavaScript object can have a field of this name: choose another';
  if (value === undefined)
    return typeof key === 'number' ? 'is undefined, and lists have no gaps: leave it out' : undefined;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return `must be a JSON value, and is ${value}: write a finite number`;
  }
  return isTypeOfJson(value) ? undefined : `must be a JSON value, and is a ${typeof value}: write a number or text`;
}

function isTypeOfJson(value: unknown): boolean {
  return typeof value !== 'bigint' && typeof value !== 'function' && typeof value !== 'symbol';
}

/** Refuses the same in metadata, and values that cdk8s can't write there. */
function metadataRefusal(value: unknown, place: ValueLocation): string | undefined {
  if (value === null) return 'null is not written into metadata: leave the field out';
  if (place.key === 'constructor') return "cdk8s can't write metadata of this name: choose another";
  return contentRefusal(value, place);
}

/** Refuses results of Lazy values; all other values are checked when they are written. */
function producedRefusal(value: unknown): string | undefined {
  return value === null
    ? 'is null, which cdk8s drops as the result of a Lazy value: give null itself, or produce undefined to leave it out'
    : undefined;
}

/** Refuses values that cdk8s doesn't resolve and that aren't JSON. */
function instanceRefusal(value: unknown): string | undefined {
  if (value instanceof Lazy || (typeof value === 'object' && value !== null && 'resolve' in value)) return undefined;
  return classInstanceRefusal(value);
}

/** Refuses all values that aren't JSON. */
function jsonRefusal(value: unknown, place: ValueLocation): string | undefined {
  return contentRefusal(value, place) ?? classInstanceRefusal(value);
}

function classInstanceRefusal(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isPlainJsonObject(value)) return undefined;
  return `must be a JSON value, and is of the class ${nameOfClass(value)}: write the number or text that it stands for`;
}

function nameOfClass(value: object): string {
  const made: unknown = Reflect.get(value, 'constructor');
  return typeof made === 'function' ? made.name : 'Object';
}
