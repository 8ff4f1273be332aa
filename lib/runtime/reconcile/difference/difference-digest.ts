import { hash } from 'node:crypto';
import type { KubernetesObject, StoredObject } from '../../../api/index.ts';
import type { LiveDifference } from './comparison.ts';
import { liveDifferences } from './difference.ts';
import type { FieldShape } from './field-shape.ts';
import type { FieldOwner } from './own-entry.ts';

/** {@link digestOf} the changes that a server-side apply of `desired` would make. */
export function differenceDigest(
  live: StoredObject,
  desired: KubernetesObject,
  owner: FieldOwner,
  shape: FieldShape,
): string | undefined {
  return digestOf(desired, liveDifferences(live, desired, owner, shape));
}

/**
 * A digest of the desired object and of the places and values at which a live object differs; undefined if it doesn't.
 * Holds no values: some are secrets.
 */
export function digestOf(desired: unknown, found: readonly LiveDifference[]): string | undefined {
  if (found.length === 0) return undefined;
  return hash('sha256', JSON.stringify([desired, found]), 'base64');
}
