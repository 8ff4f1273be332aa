import type { Kind, KubernetesObject, ListState, ObjectKey, StoredObject } from '../../api/index.ts';
import type { ReferenceCache } from '../../render/index.ts';

/** What a pass may look at: the caches of the kinds that the definition names. Answers at once, never asks the server. */
export interface Observation extends ReferenceCache {
  /** What is known of a kind in a namespace, or in all. Of one that is not served, or not listed yet, the cache holds nothing. */
  listState(kind: Kind, namespace?: string): ListState;

  /** The objects of a kind whose controller reference carries this uid. */
  ownedBy(kind: Kind, uid: string): readonly StoredObject[];

  /** Why an object of a kind would never be seen, with the remedy; undefined if it would. */
  unseen(kind: Kind, object: KubernetesObject): string | undefined;

  /** The volume claims whose names are that of `series`, `{template}-{StatefulSet}`, and an ordinal; sorted by name. */
  claims(series: ObjectKey): readonly StoredObject[];
}
