// In: a child as rendered, and as the cache holds it. Out: the places that an apply would change, and why. Called by
// the reconcile before every apply; runs for every child at every reconcile, so that converged children cost no calls.

import { hash } from 'node:crypto';
import type { KubernetesObject, ObjectMeta, StoredObject } from '../../../api/index.ts';
import { Comparison, type LiveDifference } from './comparison.ts';
import type { FieldShape } from './field-shape.ts';
import { shapeOfKind } from './kind-shape.ts';
import { type FieldOwner, nothingOwned, ownManagedFields } from './own-fields.ts';
import { isEmptyMap } from './same-value.ts';

/**
 * Returns the places where a live object isn't as rendered: the changes of a server-side apply of `desired`, in values
 * or in ownership. They have the observed values, and are not for logs: some values are secrets.
 *
 * Empty only if an apply would change nothing. The stored form of some values can't be known here: defaults inside
 * lists and maps of one owner, changes by admission. Then a difference is reported, and {@link PermanentDifferences}
 * remembers the result of an apply. Fields of other managers, and defaults that the server added beside ours, make no difference.
 *
 * @param live - with the owner's own entry of `managedFields`; other entries don't matter.
 * @param shape - the known shape of the kind.
 * @default the shape that all supported API servers have in common
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function childDifferences(
  live: StoredObject,
  desired: KubernetesObject,
  owner: FieldOwner,
  shape: FieldShape = shapeOfKind(desired),
): readonly LiveDifference[] {
  const entry = ownManagedFields(live, owner);
  const ownedVersion = entry?.apiVersion ?? live.apiVersion;
  if (ownedVersion !== desired.apiVersion || live.apiVersion !== desired.apiVersion) {
    return [{ path: 'apiVersion', reason: 'changed', live: ownedVersion }];
  }
  if (desired.metadata.uid !== undefined && desired.metadata.uid !== live.metadata.uid) {
    return [{ path: 'metadata.uid', reason: 'changed', live: live.metadata.uid }];
  }
  const { apiVersion: _apiVersion, kind: _kind, metadata, ...fields } = desired;
  const owned = entry?.fieldsV1 ?? nothingOwned;
  const ownable = ownableMetadata(metadata);
  // Metadata without fields isn't owned, unlike other empty maps.
  const isBare = isEmptyMap(ownable) && owned['f:metadata'] === undefined;
  const rendered = isBare ? fields : { ...fields, metadata: ownable };

  const comparison = new Comparison();
  comparison.compareFields(rendered, live, owned, shape);
  return comparison.findings;
}

/** Metadata without the fields that no manager can own. */
function ownableMetadata({
  name: _name,
  namespace: _namespace,
  uid: _uid,
  resourceVersion: _resourceVersion,
  generation: _generation,
  creationTimestamp: _creationTimestamp,
  managedFields: _managedFields,
  ...ownable
}: ObjectMeta): Omit<ObjectMeta, 'name'> {
  return ownable;
}

/**
 * A digest of the desired object and of the places and values at which a live object differs; undefined if it doesn't.
 * Holds no values: some are secrets.
 */
export function differenceDigest(desired: unknown, found: readonly LiveDifference[]): string | undefined {
  if (found.length === 0) return undefined;
  return hash('sha256', JSON.stringify([desired, found]), 'base64');
}
