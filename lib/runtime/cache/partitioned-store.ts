import type { Kind, KubernetesObject, ListState, ObjectKey, StoredObject } from '../../api/index.ts';
import type { IndexFunction } from './object-index.ts';
import type { StoreFilter } from './store.ts';
import type { StoreWriter } from './store-writer.ts';

/** From the least to the most informative list state. */
const leastFirst: readonly ListState[] = ['forbidden', 'not-listed', 'not-served'];

/**
 * The objects of one kind, in one store for all namespaces or in one store for each of some namespaces.
 *
 * Each store has its own writer, version and ready latch, because the versions of two lists can't be compared. Readers see
 * one store.
 */
export class PartitionedStore {
  readonly kind: Kind;
  /** In the order of their namespaces. */
  readonly stores: readonly StoreWriter[];
  readonly #whole: StoreWriter | undefined;
  readonly #byNamespace: ReadonlyMap<string, StoreWriter>;

  /** @param namespaces - undefined: one store for all. @param newStore - called for each store. */
  constructor(kind: Kind, namespaces: readonly string[] | undefined, newStore: (namespace?: string) => StoreWriter) {
    this.kind = kind;
    this.#whole = namespaces === undefined ? newStore() : undefined;
    this.#byNamespace = new Map([...new Set(namespaces)].sort().map((namespace) => [namespace, newStore(namespace)]));
    this.stores = this.#whole === undefined ? [...this.#byNamespace.values()] : [this.#whole];
  }

  /** True if a namespace hasn't been listed yet, and a start should wait for it. */
  get isAwaited(): boolean {
    return this.stores.some((store) => store.isAwaited);
  }

  /**
   * Returns the list state of the kind in a namespace or, without one, in all watched ones: of several stores, the least
   * informative. A namespace that isn't watched is `not-listed`.
   */
  listState(namespace?: string): ListState {
    if (namespace !== undefined && this.#whole === undefined && !this.#byNamespace.has(namespace)) return 'not-listed';
    const store = namespace === undefined ? undefined : this.storeOf(namespace);
    const listStates = (store === undefined ? this.stores : [store]).map(({ listState }) => listState);
    return leastFirst.find((listState) => listStates.includes(listState)) ?? 'listed';
  }

  get size(): number {
    return this.stores.reduce((sum, { size }) => sum + size, 0);
  }

  /** Returns the store that holds objects of this namespace; undefined if none does. */
  storeOf(namespace: string | undefined): StoreWriter | undefined {
    return this.#whole ?? this.#byNamespace.get(namespace ?? '');
  }

  /** Adds an index. Idempotent. */
  addIndex(valuesOf: IndexFunction): void {
    for (const store of this.stores) store.addIndex(valuesOf);
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.storeOf(key.namespace)?.get(key);
  }

  /** Returns the matching objects, sorted by namespace and name. */
  list(filter: StoreFilter = {}): readonly StoredObject[] {
    return this.#each(filter.namespace, (store) => store.list(filter));
  }

  /** Returns the objects under one value of an index, sorted by namespace and name. */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] {
    return this.#each(namespace, (store) => store.indexed(valuesOf, value, namespace));
  }

  /** Returns true if such an object belongs to this store, whether it exists or not. */
  selects(object: Pick<KubernetesObject, 'metadata'>): boolean {
    return this.storeOf(object.metadata.namespace)?.selects(object) === true;
  }

  #each(
    namespace: string | undefined,
    objectsOf: (store: StoreWriter) => readonly StoredObject[],
  ): readonly StoredObject[] {
    if (this.#whole !== undefined) return objectsOf(this.#whole);
    if (namespace === undefined) return this.stores.flatMap(objectsOf);
    const store = this.#byNamespace.get(namespace);
    return store === undefined ? [] : objectsOf(store);
  }
}
