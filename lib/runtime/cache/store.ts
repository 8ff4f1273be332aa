// In: the changes of one kind's objects, from its writers. Out: the present objects for readers, and each change once
// for subscribers. Read by triggers and reconciles.

import {
  compareObjectKeys,
  formatObjectKey,
  type Kind,
  type KubernetesObject,
  type ListState,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { CacheLimit } from './cache-limit.ts';
import { LabelIndex } from './label-index.ts';
import { type IndexFunction, ObjectIndex } from './object-index.ts';
import type { Change, StoreEvent, StorePart, StoreSubscriber } from './store-event.ts';
import { isWithheld } from './withheld-object.ts';

/** Options of {@link Store}. */
export interface StoreOptions {
  readonly kind: Kind;
  readonly logger: Logger;
  /** Returns true for the objects that the watches request from the API server. @default all */
  readonly selects?: ((object: Pick<KubernetesObject, 'metadata'>) => boolean) | undefined;
  /**
   * True for a third-party kind, which may not be served: the store is then empty. @default false: a 404 changes nothing,
   * because the API server always serves the kind
   */
  readonly isThirdParty?: boolean | undefined;
  /** The memory that it shares with other stores. @default no limit */
  readonly limit?: CacheLimit | undefined;
}

/** Selects the objects that {@link Store.list} returns. */
export interface StoreFilter {
  /** @default all */
  readonly namespace?: string | undefined;
  /** Labels that an object must have with these values. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

/** From the least to the most informative list state. */
const leastFirst: readonly ListState[] = ['forbidden', 'not-listed', 'not-served'];

/**
 * The cached objects of one kind, for many readers. Reads are synchronous and cost no request.
 *
 * Objects are shared, not copied: they are read-only by type, and a reader that changes one changes it for all readers.
 * Each {@link StorePart} has its own writer, version and list state, because the versions of two lists can't be
 * compared. Only the writers call `add`, `replace`, `remove` and `publish`.
 */
export class Store {
  readonly kind: Kind;
  readonly isThirdParty: boolean;
  readonly limit: CacheLimit | undefined;
  readonly #logger: Logger;
  readonly #selects: NonNullable<StoreOptions['selects']>;
  /** By namespace and name. Objects of a cluster-scoped kind have no namespace. */
  readonly #objects = new Map<string | undefined, Map<string, StoredObject>>();
  readonly #indexes = new Map<IndexFunction, ObjectIndex>();
  readonly #labels = new LabelIndex((namespace) => this.values(namespace));
  readonly #parts = new Map<string | undefined, StorePart>();
  readonly #subscribers: StoreSubscriber[] = [];
  #size = 0;

  constructor({ kind, logger, selects = () => true, isThirdParty = false, limit }: StoreOptions) {
    this.kind = kind;
    this.isThirdParty = isThirdParty;
    this.#logger = logger;
    this.#selects = selects;
    this.limit = limit;
  }

  /** The number of objects. */
  get size(): number {
    return this.#size;
  }

  /** True if a part hasn't been listed yet, and a start should wait for it. */
  get isAwaited(): boolean {
    return [...this.#parts.values()].some((part) => part.isAwaited);
  }

  /** Adds a part before its first list: one for each watched namespace, or one for all. */
  addPart(part: StorePart): void {
    this.#parts.set(part.namespace, part);
  }

  /** Returns the part that holds the objects of a namespace; undefined if the namespace isn't watched. */
  partOf(namespace: string | undefined): StorePart | undefined {
    return this.#parts.get(undefined) ?? this.#parts.get(namespace);
  }

  /** True if the objects of at least one watched namespace are listed. */
  get isPartlyListed(): boolean {
    return [...this.#parts.values()].some(({ listState }) => listState === 'listed');
  }

  /**
   * Returns the list state of the kind in a namespace or, without one, in all watched ones: of several parts, the least
   * informative. A namespace that isn't watched is `not-listed`. One that has objects of any kind
   * without their content is `over-limit`; all namespaces together are if objects of this kind are without it.
   */
  listState(namespace?: string): ListState {
    const listState = this.#partsListState(namespace);
    return listState === 'listed' && this.#isWithheld(namespace) ? 'over-limit' : listState;
  }

  #partsListState(namespace: string | undefined): ListState {
    if (namespace !== undefined) return this.partOf(namespace)?.listState ?? 'not-listed';
    const listStates = Array.from(this.#parts.values(), ({ listState }) => listState);
    return leastFirst.find((listState) => listStates.includes(listState)) ?? 'listed';
  }

  #isWithheld(namespace: string | undefined): boolean {
    if (this.limit === undefined) return false;
    const isOne = namespace !== undefined || this.kind.scope === 'Cluster';
    return isOne ? this.limit.withholds(namespace) : this.limit.withholdsIn(this);
  }

  /** Returns true if such an object belongs to this store, whether it exists or not. */
  selects(object: Pick<KubernetesObject, 'metadata'>): boolean {
    return this.partOf(object.metadata.namespace) !== undefined && this.#selects(object);
  }

  get({ namespace, name }: ObjectKey): StoredObject | undefined {
    return this.#objects.get(namespace)?.get(name);
  }

  /** Returns the matching objects, sorted by namespace and name. Costs no more than the result, also with labels. */
  list({ namespace, labels = {} }: StoreFilter = {}): readonly StoredObject[] {
    if (Object.keys(labels).length > 0) return sortedByKey(this.#labels.select(labels, namespace));
    return sortedByKey(this.values(namespace));
  }

  /**
   * Returns the objects under one value of an index, of one namespace or of all, sorted by namespace and name.
   *
   * @throws TypeError if the store has no such index.
   */
  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] {
    const index = this.#indexes.get(valuesOf);
    if (index === undefined) throw new TypeError(`the cache of ${this.kind.plural} has no such index`);
    const found = index.get(value);
    if (namespace === undefined) return sortedByKey(found);
    return sortedByKey([...found].filter(({ metadata }) => metadata.namespace === namespace));
  }

  /** All objects of a namespace, or of all, in any order. */
  *values(namespace?: string): Iterable<StoredObject> {
    const found = namespace === undefined ? this.#objects.values() : [this.#objects.get(namespace)];
    for (const objects of found) if (objects !== undefined) yield* objects.values();
  }

  /**
   * Adds an index over present and future objects. Idempotent: controllers that pass the same function share the index.
   * An object for which the function throws is left out of the index, and the error is logged.
   */
  addIndex(valuesOf: IndexFunction): void {
    if (this.#indexes.has(valuesOf)) return;
    const index = new ObjectIndex((object) => {
      try {
        return valuesOf(object);
      } catch (error) {
        if (isWithheld(object)) return [];
        const key = formatObjectKey(objectKey(object));
        this.#logger.error('an object could not be indexed', { cached: this.kind.plural, object: key, error });
        return [];
      }
    });
    for (const object of this.values()) index.add(object);
    this.#indexes.set(valuesOf, index);
  }

  /**
   * Adds a subscriber. It first gets the present objects, as after a list, and then each change, after the earlier
   * subscribers. An error that a subscriber throws is logged, and doesn't affect other subscribers.
   */
  subscribe(subscriber: StoreSubscriber): void {
    this.#subscribers.push(subscriber);
    const present = this.list().map((object) => ({ type: 'added', object, origin: 'list' }) as const);
    this.publish([...present, ...[...this.#parts.values()].filter(({ isReady }) => isReady)], [subscriber]);
  }

  /** Informs subscribers of what the store shows by now. */
  publish(events: readonly StoreEvent[], subscribers: readonly StoreSubscriber[] = this.#subscribers): void {
    for (const each of events) {
      for (const subscriber of subscribers) {
        try {
          if (each === 'list-state') subscriber.listStateChanged();
          else if ('type' in each) subscriber.changed(each);
          else subscriber.progressed(each);
        } catch (error) {
          const object =
            each === 'list-state' || !('type' in each) ? undefined : formatObjectKey(objectKey(each.object));
          const fields = { cached: this.kind.plural, object, error };
          this.#logger.error('a change of the cache could not be passed on', fields);
        }
      }
    }
  }

  /** Returns true if all objects of a namespace have their content. */
  isWhole(namespace: string | undefined): boolean {
    return ![...this.values(namespace)].some(isWithheld);
  }

  /** Takes the content from the objects of a namespace, and informs subscribers. */
  dropContent(namespace: string | undefined): void {
    const changes = [...this.values(namespace)].map((previous): Change => {
      const object = this.limit?.withoutContent(previous) ?? previous;
      this.replace(previous, object);
      return { type: 'updated', object, previous, origin: 'list' };
    });
    this.publish(changes);
  }

  /** Gives an object its content if the store holds it without, in the same version. */
  restoreContent(object: StoredObject): void {
    const { uid, resourceVersion } = object.metadata;
    const held = this.get(object.metadata);
    if (held === undefined || !isWithheld(held) || isWithheld(object)) return;
    if (held.metadata.uid === uid && held.metadata.resourceVersion === resourceVersion) this.replace(held, object);
  }

  /** Adds an object whose key is free. */
  add(object: StoredObject): void {
    this.limit?.add(this, object);
    this.#setObject(object);
    this.#size += 1;
    for (const index of this.#indexes.values()) index.add(object);
    this.#labels.add(object);
  }

  /** Replaces an earlier version of an object. */
  replace(previous: StoredObject, object: StoredObject): void {
    this.limit?.remove(this, previous);
    this.limit?.add(this, object);
    this.#setObject(object);
    for (const index of this.#indexes.values()) index.replace(previous, object);
    this.#labels.replace(previous, object);
  }

  /** Removes an object that the store has. */
  remove(object: StoredObject): void {
    this.limit?.remove(this, object);
    const { namespace, name } = object.metadata;
    const objects = this.#objects.get(namespace);
    objects?.delete(name);
    if (objects?.size === 0) this.#objects.delete(namespace);
    this.#size -= 1;
    for (const index of this.#indexes.values()) index.remove(object);
    this.#labels.remove(object);
  }

  #setObject(object: StoredObject): void {
    const { namespace, name } = object.metadata;
    const objects = this.#objects.get(namespace);
    if (objects === undefined) this.#objects.set(namespace, new Map([[name, object]]));
    else objects.set(name, object);
  }
}

function sortedByKey(objects: Iterable<StoredObject>): readonly StoredObject[] {
  return [...objects].sort((one, other) => compareObjectKeys(one.metadata, other.metadata));
}
