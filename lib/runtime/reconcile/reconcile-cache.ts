import type { Kind, KubernetesObject, ListState, ObjectKey, StoredObject } from '../../api/index.ts';
import type { ReferenceCache } from '../../render/index.ts';

/**
 * The objects that a reconcile may read: the caches of the kinds that the definition names. Answers at once, never asks
 * the server.
 */
export interface ReconcileCache extends ReferenceCache {
  /**
   * Returns the list state of a kind in a namespace, or in all. The cache holds no objects of a kind that isn't served,
   * or isn't listed yet.
   */
  listState(kind: Kind, namespace?: string): ListState;

  /** Returns the objects of a kind whose controller reference has this uid. */
  ownedBy(kind: Kind, uid: string): readonly StoredObject[];

  /** Returns why the cache would never show an object of a kind, with the remedy; undefined if it would. */
  uncachedReason(kind: Kind, object: KubernetesObject): string | undefined;

  /** Returns the volume claims named `series`, `{template}-{StatefulSet}`, and an ordinal; sorted by name. */
  claims(series: ObjectKey): readonly StoredObject[];
}
