// In: a value that an author gave. Out: findings for its parts that a manifest can't contain, with their paths. Called
// by the classes of kinds, before they validate an object by its schema, and for unit tests.

import { Lazy } from 'cdk8s';
import { type Finding, fieldPath, firstFindings, itemPath } from '../../schema/index.ts';
import { isPlainJsonObject } from './plain-object.ts';
import {
  contentRefusal,
  instanceRefusal,
  jsonRefusal,
  metadataRefusal,
  producedRefusal,
  type ValueCheck,
  type ValueLocation,
} from './value-refusal.ts';

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
export function instanceFindings(value: unknown, path: string): Finding[] {
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
