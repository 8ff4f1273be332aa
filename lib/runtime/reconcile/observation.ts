import type {
  FollowedReference,
  Index,
  Kind,
  KubernetesObject,
  ObjectKey,
  Sight,
  StoredObject,
} from '../../api/index.ts';

/** What a pass may look at: the caches of the kinds that the definition names. Answers at once, never asks the server. */
export interface Observation {
  /** Whether the kind is cached, as a whole or with what its view shows. */
  has(reference: FollowedReference): boolean;

  /** What is known of a kind in a namespace, or in all. Of one that is not served, or not listed yet, the cache holds nothing. */
  sight(kind: Kind, namespace?: string): Sight;

  /** One object; undefined if the cache doesn't hold it. */
  get(kind: Kind, key: ObjectKey): StoredObject | undefined;

  /** The objects of a kind whose controller reference carries this uid. */
  ownedBy(kind: Kind, uid: string): readonly StoredObject[];

  /** The objects of a kind in a namespace, or in all, that carry all of these labels; sorted by name. */
  list(kind: Kind, namespace?: string, labels?: Readonly<Record<string, string>>): readonly StoredObject[];

  /** The objects under one value of an author's index, in a namespace or in all, sorted by name; undefined without such an index. */
  indexed(index: Index, value: string, namespace?: string): readonly StoredObject[] | undefined;

  /** Why an object of a kind would never be seen, with the remedy; undefined if it would. */
  unseen(kind: Kind, object: KubernetesObject): string | undefined;

  /** The volume claims whose names are that of `series`, `{template}-{StatefulSet}`, and an ordinal; sorted by name. */
  claims(series: ObjectKey): readonly StoredObject[];
}
