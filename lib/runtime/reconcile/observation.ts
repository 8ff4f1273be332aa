import type { Kind, ObjectKey, StoredObject } from '../../api/index.ts';

/** What a pass may look at: the caches of the kinds that the definition names. Answers at once, never asks the server. */
export interface Observation {
  /** Whether the kind is cached at all. */
  has(kind: Kind): boolean;

  /** One object; undefined if the cache doesn't hold it. */
  get(kind: Kind, key: ObjectKey): StoredObject | undefined;

  /** The objects of a kind whose controller reference carries this uid. */
  ownedBy(kind: Kind, uid: string): readonly StoredObject[];

  /** The objects of a kind in a namespace, or in all, that carry all of these labels; sorted by name. */
  list(kind: Kind, namespace?: string, labels?: Readonly<Record<string, string>>): readonly StoredObject[];

  /** The volume claims whose names are that of `series`, `{template}-{StatefulSet}`, and an ordinal; sorted by name. */
  claims(series: ObjectKey): readonly StoredObject[];
}
