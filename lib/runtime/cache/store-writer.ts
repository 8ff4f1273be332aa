// In: whole lists, and single objects applied and deleted, in the order in which a watch tells them.
// Out: the objects as they are, for readers; each change once, for subscribers.
// Called by one `Watcher`; read by triggers and passes through the `Store` interface.

import {
  compareResourceVersions,
  formatObjectKey,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
  type Sight,
  type StoredObject,
} from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Change, ChangeOrigin, StoreSubscriber } from './change.ts';
import { IndexedObjects } from './indexed-objects.ts';
import type { IndexFunction } from './object-index.ts';
import type { Store, StoreFilter } from './store.ts';
import { type FailedList, StoreReadiness } from './store-readiness.ts';
import { SubscriberList } from './subscriber-list.ts';

/** What a store holds. */
export interface StoreOptions {
  readonly kind: Kind;
  readonly logger: Logger;
  /** Whether an object is among those that the writer asks the server for. @default all are */
  readonly selects?: Store['selects'] | undefined;
  /**
   * Whether the kind may be one that isn't served, as one of others: there are no objects then. @default false: what was
   * seen last stands, since the server must be mistaken
   */
  readonly isForeign?: boolean | undefined;
}

/**
 * A store with its one writer's side.
 *
 * A change is visible in whole, indexes included, before the first subscriber hears of it; a list, with all its changes.
 */
export class StoreWriter implements Store {
  readonly kind: Kind;
  readonly #logger: Logger;
  readonly #objects = new IndexedObjects();
  readonly #subscriberList: SubscriberList;
  readonly #readiness = new StoreReadiness();
  readonly #selects: Store['selects'];
  readonly #isForeign: boolean;
  #resourceVersion = '0';

  constructor({ kind, logger, selects = () => true, isForeign = false }: StoreOptions) {
    this.kind = kind;
    this.#logger = logger;
    this.#subscriberList = new SubscriberList(kind, logger);
    this.#selects = selects;
    this.#isForeign = isForeign;
  }

  /**
   * Makes objects be found by their values, those that are there and those to come. Known by its function, so that who
   * asks for the same index shares it. An object for which it throws is left out of it, and logged.
   */
  addIndex(valuesOf: IndexFunction): void {
    this.#objects.addIndex(valuesOf, this.#guarded(valuesOf));
  }

  /**
   * Tells what happens from now on, after those who have subscribed before, and first what is there already, as a list
   * would. What a subscriber throws is logged, and kept from the others.
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

  /** Resolves when nothing need wait for this store any more: it is ready, or its kind is one of others and was waited for. */
  awaited(): Promise<void> {
    return this.#readiness.awaited();
  }

  /** Whether {@link StoreWriter.awaited} has yet to resolve. */
  get isAwaited(): boolean {
    return this.#readiness.isAwaited;
  }

  get sight(): Sight {
    return this.#readiness.sight;
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
   * Makes the store show `objects` and nothing else. Only differences are told; what vanished, with its last known state.
   *
   * The list counts even where it is older than what it replaces: a list shows the server's present, so an older version
   * in it means that the server's history was set back, as by restoring a backup.
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

  /** Makes the store show nothing, where the kind is one of others. What vanishes is told as a list would tell it. */
  missing(): void {
    if (!this.#isForeign) return;
    const changes = [...this.#objects.values()].map((object) => this.#deletion(object, 'list'));
    this.#hear(changes, 'not-served');
  }

  /** No list is to be had for now. */
  failed(attempt: FailedList): void {
    if (this.#isForeign && this.#readiness.failed(attempt)) this.#subscriberList.sightChanged();
  }

  /** Nothing is to wait for the first list any longer, where the kind is one of others. */
  putOff(): void {
    if (this.#isForeign) this.#readiness.putOff();
  }

  /**
   * Puts one object in. Another uid under its key is told as a deletion and an addition.
   *
   * An object older than the one under its key is ignored. It comes from a server that begins a stream earlier than asked,
   * or from several feeds that overlap; a watch of our own resumes from the last version seen and doesn't repeat any.
   */
  applied(object: StoredObject): void {
    const stored = this.get(object.metadata);
    if (stored !== undefined && isOlder(object, stored)) return;
    const changes = this.#application(object, 'watch');
    this.#seen(object.metadata.resourceVersion);
    this.#subscriberList.changed(changes);
  }

  /** Takes one object out; told with the state that it had at its deletion. Ignored if older than what is under its key. */
  deleted(object: StoredObject): void {
    const stored = this.get(object.metadata);
    if (stored !== undefined && isOlder(object, stored)) return;
    const changes = stored === undefined ? [] : [this.#deletion(stored, 'watch', object)];
    this.#seen(object.metadata.resourceVersion);
    this.#subscriberList.changed(changes);
  }

  /** Nothing has happened since, up to `resourceVersion`. */
  progressed(resourceVersion: string): void {
    this.#seen(resourceVersion);
    this.#subscriberList.progressed();
  }

  /** All that there is, is known. */
  #hear(changes: readonly Change[], sight: 'listed' | 'not-served'): void {
    const isNews = this.#readiness.known(sight);
    this.#subscriberList.changed(changes);
    this.#subscriberList.progressed();
    if (isNews) this.#subscriberList.sightChanged();
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

  /** @param last - the state that the server gave with the deletion. */
  #deletion(stored: StoredObject, origin: ChangeOrigin, last: StoredObject = stored): Change {
    this.#objects.remove(stored);
    return { type: 'deleted', object: last.metadata.uid === stored.metadata.uid ? last : stored, origin };
  }

  /** A user's function must not keep the store from following the server. */
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
