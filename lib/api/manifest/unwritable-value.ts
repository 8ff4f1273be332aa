// In: a value that an author gave. Out: what in it is lost on its way into a manifest, with the paths.
// Called by the classes of kinds: before they judge an object by its schema, and for unit tests.

import { Lazy } from 'cdk8s';
import { type Finding, fieldPath, firstFindings, itemPath } from '../../schema/index.ts';
import { isPlain } from './plain-object.ts';
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
 * What of an object's content is lost on its way into a manifest, or keeps it from getting there: what JSON doesn't have,
 * what holds itself, and null that a Lazy value comes to.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function unwritableFindings(value: unknown, path: string): Finding[] {
  return findings(
    value,
    { path },
    { around: new Set(), refusal: contentRefusal, patched: jsonRefusal, produced: producedRefusal },
  );
}

/** The same of metadata, which cdk8s writes in its own way: it leaves null out, and fails at a field called `constructor`. */
export function unwritableMetadata(metadata: unknown): Finding[] {
  return findings(metadata, { path: 'metadata' }, { around: new Set(), refusal: metadataRefusal });
}

/**
 * The values of classes in a value, as far as cdk8s doesn't say in its own way what they come to. For values that it has
 * failed to write, since a resolver of the app may know some classes.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function instanceFindings(value: unknown, path: string): Finding[] {
  return findings(value, { path }, { around: new Set(), refusal: instanceRefusal });
}

/**
 * All that JSON doesn't have in a value that nothing resolves.
 *
 * @param path - of the value in its object; empty for the object itself.
 */
export function foreignToJson(value: unknown, path: string): Finding[] {
  return findings(value, { path }, { around: new Set(), refusal: jsonRefusal });
}

interface Visit {
  /** What the value lies in. */
  readonly around: Set<unknown>;
  readonly refusal: ValueCheck;
  /** Judges what a patch writes, in which nothing is resolved: see `writtenContent`. @default the same */
  readonly patched?: ValueCheck;
  /** Judges what Lazy values come to. @default nothing does */
  readonly produced?: ValueCheck;
}

function findings(value: unknown, place: ValueLocation, visit: Visit): Finding[] {
  const { path } = place;
  if (visit.around.has(value)) return [{ path, message: 'holds what it lies in, without an end: leave it out' }];
  const message = visit.refusal(value, place);
  if (message !== undefined) return [{ path, message }];
  if (value instanceof Lazy && visit.produced !== undefined) {
    const produced = { around: new Set([...visit.around, value]), refusal: visit.produced, produced: visit.produced };
    return findings(producedBy(value), place, produced);
  }
  if (!(Array.isArray(value) || isPlain(value))) return [];
  visit.around.add(value);
  const found = findingsInside(value, path, visit);
  visit.around.delete(value);
  return found;
}

function findingsInside(value: object, path: string, visit: Visit): Finding[] {
  if (Array.isArray(value)) {
    // Holes are items, too.
    return firstFindings<unknown, Finding>(Array.from(value), (item, key) =>
      findings(item, { path: itemPath(path, key), key }, visit),
    );
  }
  const patched = { ...visit, refusal: visit.patched ?? visit.refusal };
  return firstFindings(Object.entries(value), ([key, part]) =>
    findings(part, { path: fieldPath(path, key), key }, key === 'constructor' ? patched : visit),
  );
}

/** What a Lazy value comes to; undefined where it fails, which cdk8s tells when it writes the object. */
function producedBy(value: Lazy): unknown {
  try {
    return value.produce();
  } catch {
    return undefined;
  }
}
