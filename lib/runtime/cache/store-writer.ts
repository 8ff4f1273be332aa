// In: whole lists, and single objects applied and deleted, in the order of the watch events.
// Out: the present objects for readers, and each change once for subscribers. Called by one `Watcher`; read by triggers and
// reconciles through the `Store` interface.

import {
  compareResourceVersions,
  formatObjectKey,
  type Kind,
  type KubernetesObject,
  type ListState,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Change, ChangeOrigin, StoreSubscriber } from './change.ts';
import { IndexedObjects } from './indexed-objects.ts';
import type { IndexFunction } from './object-index.ts';
import type { Store, StoreFilter } from './store.ts';
import { type FailedList, StoreReadiness } from './store-readiness.ts';
import { SubscriberList } from './subscriber-list.ts';

/** Options of {@link StoreWriter}. */
export interface StoreOptions {
  readonly kind: Kind;
  readonly logger: Logger;
  /** Returns true for the objects that the writer requests from the API server. @default all */
  readonly selects?: Store['selects'] | undefined;
  /**
   * True for a third-party kind, which may not be served: the store is then empty. @default false: a 404 changes nothing,
   * because the API server always serves the kind
   */
  readonly isThirdParty?: boolean | undefined;
}

/**
 * A store, with the methods of its one writer.
 *
 * A change, or all changes of a list, is visible as a whole, indexes included, before the first subscriber is called.
 */
export class StoreWriter implements Store {
  readonly kind: Kind;
  readonly #logger: Logger;
  readonly #objects = new IndexedObjects();
  readonly #subscriberList: SubscriberList;
  readonly #readiness = new StoreReadiness();
  readonly #selects: Store['selects'];
  readonly #isThirdParty: boolean;
  #resourceVersion = '0';

  constructor({ kind, logger, selects = () => true, isThirdParty = false }: StoreOptions) {
    this.kind = kind;
    this.#logger = logger;
    this.#subscriberList = new SubscriberList(kind, logger);
    this.#selects = selects;
    this.#isThirdParty = isThirdParty;
  }

  /**
   * Adds an index over present and future objects. Controllers that pass the same function share the index. An object for
   * which the function throws is left out of the index, and the error is logged.
   */
  addIndex(valuesOf: IndexFunction): void {
    this.#objects.addIndex(valuesOf, this.#guarded(valuesOf));
  }

  /**
   * Adds a subscriber. It first gets the present objects, as after a list, and then each change, after the earlier
   * subscribers. An error that a subscriber throws is logged, and doesn't affect other subscribers.
   */
  subscribe(subscriber: StoreSubscriber): void {
    const newcomer = this.#subscriberList.add(subscriber);
    newcomer.changed(this.list().map((object) => ({ type: 'added', object, origin: 'list' })));
    if (this.isReady) newcomer.progressed();
  }

  ready(): Promise<void> {
    return this.#readiness.ready();
  }

  get isReady(): boolean {
    return this.#readiness.isReady;
  }

  /**
   * Resolves when nothing has to wait for this store any more: it is ready, or its third-party kind was waited for long
   * enough.
   */
  awaited(): Promise<void> {
    return this.#readiness.awaited();
  }

  /** True until {@link StoreWriter.awaited} resolves. */
  get isAwaited(): boolean {
    return this.#readiness.isAwaited;
  }

  get listState(): ListState {
    return this.#readiness.listState;
  }

  get size(): number {
    return this.#objects.size;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  get(key: ObjectKey): StoredObject | undefined {
    return this.#objects.get(key);
  }

  list(filter?: StoreFilter): readonly StoredObject[] {
    return this.#objects.list(filter);
  }

  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] {
    const found = this.#objects.indexed(valuesOf, value, namespace);
    if (found === undefined) throw new TypeError(`the cache of ${this.kind.plural} has no such index`);
    return found;
  }

  selects(object: Pick<KubernetesObject, 'metadata'>): boolean {
    return this.#selects(object);
  }

  /**
   * Replaces the content with `objects`. Subscribers get only the differences; for an object that vanished, its last known
   * state.
   *
   * The list counts even if it is older than the present content: a list shows the server's present state, so an older
   * version means that the server's history was set back, as by restoring a backup.
   */
  replaced(objects: readonly StoredObject[], resourceVersion: string): void {
    const listed = new Set(objects.map((object) => formatObjectKey(objectKey(object))));
    const vanished = [...this.#objects.values()].filter((object) => !listed.has(formatObjectKey(objectKey(object))));
    const changes = [
      ...vanished.map((object) => this.#deletion(object, 'list')),
      ...objects.flatMap((object) => this.#application(object, 'list')),
    ];
    this.#resourceVersion = resourceVersion;
    this.#hear(changes, 'listed');
  }

  /**
   * Empties the store of a third-party kind that isn't served. Subscribers get the same changes as after an empty list.
   */
  missing(): void {
    if (!this.#isThirdParty) return;
    const changes = [...this.#objects.values()].map((object) => this.#deletion(object, 'list'));
    this.#hear(changes, 'not-served');
  }

  /** Records a failed list. */
  failed(attempt: FailedList): void {
    if (this.#isThirdParty && this.#readiness.failed(attempt)) this.#subscriberList.listStateChanged();
  }

  /** Ends all waits for the first list of a third-party kind. */
  putOff(): void {
    if (this.#isThirdParty) this.#readiness.putOff();
  }

  /**
   * Adds or replaces one object. Another uid under its key is a deletion and an addition.
   *
   * An object older than the one under its key is ignored. It comes from a server that begins a stream earlier than asked,
   * or from overlapping watches; a watch of our own resumes from the last version seen and repeats none.
   */
  applied(object: StoredObject): void {
    const stored = this.get(object.metadata);
    if (stored !== undefined && isOlder(object, stored)) return;
    const changes = this.#application(object, 'watch');
    this.#seen(object.metadata.resourceVersion);
    this.#subscriberList.changed(changes);
  }

  /**
   * Removes one object; subscribers get its state at the deletion. Ignored if it is older than the object under its key.
   */
  deleted(object: StoredObject): void {
    const stored = this.get(object.metadata);
    if (stored !== undefined && isOlder(object, stored)) return;
    const changes = stored === undefined ? [] : [this.#deletion(stored, 'watch', object)];
    this.#seen(object.metadata.resourceVersion);
    this.#subscriberList.changed(changes);
  }

  /** Records that nothing has changed up to `resourceVersion`. */
  progressed(resourceVersion: string): void {
    this.#seen(resourceVersion);
    this.#subscriberList.progressed();
  }

  /** Delivers the changes of a complete list. */
  #hear(changes: readonly Change[], listState: 'listed' | 'not-served'): void {
    const isNews = this.#readiness.known(listState);
    this.#subscriberList.changed(changes);
    this.#subscriberList.progressed();
    if (isNews) this.#subscriberList.listStateChanged();
  }

  #application(object: StoredObject, origin: ChangeOrigin): Change[] {
    const previous = this.get(object.metadata);
    if (previous === undefined) {
      this.#objects.add(object);
      return [{ type: 'added', object, origin }];
    }
    if (previous.metadata.uid !== object.metadata.uid) {
      const deletion = this.#deletion(previous, origin);
      this.#objects.add(object);
      return [deletion, { type: 'added', object, origin }];
    }
    if (previous.metadata.resourceVersion === object.metadata.resourceVersion) return [];
    this.#objects.replace(previous, object);
    return [{ type: 'updated', object, previous, origin }];
  }

  /** @param last - the state that the server sent with the deletion. */
  #deletion(stored: StoredObject, origin: ChangeOrigin, last: StoredObject = stored): Change {
    this.#objects.remove(stored);
    return { type: 'deleted', object: last.metadata.uid === stored.metadata.uid ? last : stored, origin };
  }

  /** An error in an author's index function must not stop the store. */
  #guarded(valuesOf: IndexFunction): IndexFunction {
    return (object) => {
      try {
        return valuesOf(object);
      } catch (error) {
        const key = formatObjectKey(objectKey(object));
        this.#logger.error('an object could not be indexed', { cached: this.kind.plural, object: key, error });
        return [];
      }
    };
  }

  #seen(resourceVersion: string): void {
    if (!(compareResourceVersions(resourceVersion, this.#resourceVersion) < 0)) this.#resourceVersion = resourceVersion;
  }
}

function isOlder(object: StoredObject, stored: StoredObject): boolean {
  return compareResourceVersions(object.metadata.resourceVersion, stored.metadata.resourceVersion) < 0;
}
