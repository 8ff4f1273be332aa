// In: a child as rendered, and as the cache holds it. Out: the places that an apply would change, and why. Called by
// the reconcile before every apply; runs for every child at every reconcile, so that converged children cost no calls.

import type { KubernetesObject, ObjectMeta, StoredObject } from '../../../api/index.ts';
import { Comparison, type FieldDifference, type LiveDifference } from './comparison.ts';
import type { FieldShape } from './field-shape.ts';
import { shapeOfKind } from './kind-shape.ts';
import { type FieldOwner, nothingOwned, ownEntry } from './own-entry.ts';
import { isEmptyMap } from './same-value.ts';
import { withStringData } from './string-data.ts';

/**
 * Returns the places where a live object isn't as rendered: the changes of a server-side apply of `desired`, in values
 * or in ownership.
 *
 * Empty only if an apply would change nothing. The stored form of some values can't be known here: defaults inside
 * lists and maps of one owner, changes by admission. Then a difference is reported, and {@link Settled} remembers the
 * result of an apply. Fields of other managers, and defaults that the server added beside ours, make no difference.
 *
 * @param live - with the owner's own entry of `managedFields`; other entries don't matter.
 * @param shape - the known shape of the kind.
 * @default the shape that all supported API servers have in common
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function difference(
  live: StoredObject,
  desired: KubernetesObject,
  owner: FieldOwner,
  shape: FieldShape = shapeOfKind(desired),
): readonly FieldDifference[] {
  return liveDifferences(live, desired, owner, shape).map(({ path, reason }) => ({ path, reason }));
}

/** Returns the same places with the observed values. Not for logs: some values are secrets. */
export function liveDifferences(
  live: StoredObject,
  desired: KubernetesObject,
  owner: FieldOwner,
  shape: FieldShape,
): readonly LiveDifference[] {
  const entry = ownEntry(live, owner);
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
  comparison.fields(rendered, withStringData(live, desired), owned, shape);
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
