import type { Kind, KubernetesObject, ObjectKey, Sight, StoredObject } from '../../api/index.ts';
import type { IndexFunction } from './object-index.ts';
import type { StoreFilter } from './store.ts';
import type { StoreWriter } from './store-writer.ts';

/** From what says least. */
const leastFirst: readonly Sight[] = ['forbidden', 'not-listed', 'not-served'];

/**
 * The objects of one kind, in one store for all of them or in one for each of some namespaces.
 *
 * Each store has its own writer, version and ready latch, since the versions of two lists have nothing to say to each
 * other; readers see them as one.
 */
export class PartitionedStore {
  readonly kind: Kind;
  /** In the order of their namespaces. */
  readonly stores: readonly StoreWriter[];
  readonly #whole: StoreWriter | undefined;
  readonly #byNamespace: ReadonlyMap<string, StoreWriter>;

  /** @param namespaces - undefined: all, or none if the kind has none. @param newStore - called for each part. */
  constructor(kind: Kind, namespaces: readonly string[] | undefined, newStore: (namespace?: string) => StoreWriter) {
    this.kind = kind;
    this.#whole = namespaces === undefined ? newStore() : undefined;
    this.#byNamespace = new Map([...new Set(namespaces)].sort().map((namespace) => [namespace, newStore(namespace)]));
    this.stores = this.#whole === undefined ? [...this.#byNamespace.values()] : [this.#whole];
  }

  /** Whether nothing is known yet of some namespace, and what starts should wait for it. */
  get isAwaited(): boolean {
    return this.stores.some((store) => store.isAwaited);
  }

  /**
   * Returns what is known of the kind in a namespace or in all that are followed: of several parts, what is known of all of
   * them. Of a namespace that isn't followed nothing is known.
   */
  sight(namespace?: string): Sight {
    if (namespace !== undefined && this.#whole === undefined && !this.#byNamespace.has(namespace)) return 'not-listed';
    const store = namespace === undefined ? undefined : this.storeOf(namespace);
    const sights = (store === undefined ? this.stores : [store]).map(({ sight }) => sight);
    return leastFirst.find((sight) => sights.includes(sight)) ?? 'listed';
  }

  get size(): number {
    return this.stores.reduce((sum, { size }) => sum + size, 0);
  }

  /** The store that holds objects of this namespace; undefined if none does. */
  storeOf(namespace: string | undefined): StoreWriter | undefined {
    return this.#whole ?? this.#byNamespace.get(namespace ?? '');
  }

  /** Makes objects be found by their values. Idempotent. */
  addIndex(valuesOf: IndexFunction): void {
    for (const store of this.stores) store.addIndex(valuesOf);
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.storeOf(key.namespace)?.get(key);
  }

  /** The objects that match, sorted by namespace and name. */
  list(filter: StoreFilter = {}): readonly StoredObject[] {
    return this.#each(filter.namespace, (store) => store.list(filter));
  }

  /** The objects under one value of an index, sorted by namespace and name. */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] {
    return this.#each(namespace, (store) => store.indexed(valuesOf, value, namespace));
  }

  /** Whether such an object belongs in here, be it there or not. */
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
