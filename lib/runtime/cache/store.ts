import type { Kind, KubernetesObject, ObjectKey, Sight, StoredObject } from '../../api/index.ts';
import type { IndexFunction } from './object-index.ts';

/**
 * The objects of one kind as last seen, for many readers. Answers at once, never asks the server.
 *
 * Objects are shared, not copied: they are read-only by type, and whoever changes one all the same changes it for everybody.
 */
export interface Store {
  readonly kind: Kind;

  /**
   * Resolves once the first whole list is in, or it is known that there is none to be had; until then the store shows
   * nothing. Stays pending if that never comes.
   */
  ready(): Promise<void>;

  /** Whether {@link Store.ready} has resolved. */
  readonly isReady: boolean;

  /** What is known of the kind. Of one that is not served, or not listed yet, the store shows nothing. */
  readonly sight: Sight;

  /** How many objects there are. */
  readonly size: number;

  /** The version up to which no change is missing; `0` before the first list. */
  readonly resourceVersion: string;

  get(key: ObjectKey): StoredObject | undefined;

  /** The objects that match, sorted by namespace and name. Costs what it gives, also by labels. */
  list(filter?: StoreFilter): readonly StoredObject[];

  /**
   * The objects under one value of an index, of a namespace or of all, sorted by namespace and name.
   *
   * @throws TypeError if the store has no such index.
   */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[];

  /** Whether such an object belongs in this store, be it there or not. */
  selects(object: Pick<KubernetesObject, 'metadata'>): boolean;
}

/** Which objects {@link Store.list} gives. */
export interface StoreFilter {
  /** @default all */
  readonly namespace?: string | undefined;
  /** Labels that all must be there with these values. @default no matter */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}
