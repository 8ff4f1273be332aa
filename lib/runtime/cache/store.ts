import type { Kind, KubernetesObject, ListState, ObjectKey, StoredObject } from '../../api/index.ts';
import type { IndexFunction } from './object-index.ts';

/**
 * The cached objects of one kind, for many readers. Reads are synchronous and cost no request.
 *
 * Objects are shared, not copied: they are read-only by type, and a reader that changes one changes it for all readers.
 */
export interface Store {
  readonly kind: Kind;

  /**
   * Resolves when the first whole list has arrived, or the kind is known not to be served. Until then the store is empty.
   * Stays pending if neither happens.
   */
  ready(): Promise<void>;

  /** True when {@link Store.ready} has resolved. */
  readonly isReady: boolean;

  /** The list state of the kind. A store whose kind isn't served or listed is empty. */
  readonly listState: ListState;

  /** The number of objects. */
  readonly size: number;

  /** The version up to which no change is missing; `0` before the first list. */
  readonly resourceVersion: string;

  get(key: ObjectKey): StoredObject | undefined;

  /** Returns the matching objects, sorted by namespace and name. Costs no more than the result, also with labels. */
  list(filter?: StoreFilter): readonly StoredObject[];

  /**
   * Returns the objects under one value of an index, of one namespace or of all, sorted by namespace and name.
   *
   * @throws TypeError if the store has no such index.
   */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[];

  /** Returns true if such an object belongs to this store, whether it exists or not. */
  selects(object: Pick<KubernetesObject, 'metadata'>): boolean;
}

/** Selects the objects that {@link Store.list} returns. */
export interface StoreFilter {
  /** @default all */
  readonly namespace?: string | undefined;
  /** Labels that an object must have with these values. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}
