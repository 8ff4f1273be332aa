// In: a child as rendered, and as the cache holds it. Out: whether an apply would change anything, and why.
// Called by the pass before every apply; runs for every child at every pass, so that converged children cost no calls.

import type { KubernetesObject, ObjectMeta, StoredObject } from '../../../api/index.ts';
import { Comparison, type FieldDifference, type LiveDifference } from './comparison.ts';
import type { FieldShape } from './field-shape.ts';
import { shapeOfKind } from './kind-shape.ts';
import { type FieldOwner, nothingOwned, ownEntry } from './own-entry.ts';
import { isEmptyMap } from './same-value.ts';
import { withStringData } from './string-data.ts';

/**
 * Where a live object is not as rendered: what a server-side apply of `desired` would change, in values or in ownership.
 *
 * Empty only if an apply would change nothing. Where it can't be known from here what the server makes of a value
 * (defaults inside lists and maps of one owner, admission), a difference is reported, and {@link Settled} remembers
 * how an apply has turned out. Fields of others, and what the server filled in beside ours, make no difference.
 *
 * @param live - with the owner's own entry of `managedFields`; other entries don't matter.
 * @param shape - what is known of the kind. @default what all supported API servers have in common
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

/** The same, with what is observed at each place. Not for logs: some values are secrets. */
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

/** Metadata without what nobody can own. */
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
