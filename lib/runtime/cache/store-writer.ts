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
  type StoredObject,
} from '../../api/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Change, ChangeOrigin, StoreSubscriber } from './change.ts';
import { LabelIndex } from './label-index.ts';
import { type IndexFunction, ObjectIndex } from './object-index.ts';
import { ObjectMap } from './object-map.ts';
import type { Store, StoreFilter } from './store.ts';

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

/** How often the first list of a kind of others may fail, within some six seconds, before nothing waits for it any more. */
const awaitedFailures = 4;

/**
 * A store with its one writer's side.
 *
 * A change is visible in whole, indexes included, before the first subscriber hears of it; a list, with all its changes.
 */
export class StoreWriter implements Store {
  readonly kind: Kind;
  readonly #logger: Logger;
  readonly #objects = new ObjectMap();
  readonly #indexes = new Map<IndexFunction, ObjectIndex>();
  readonly #labels = new LabelIndex(() => this.#objects.values());
  readonly #subscribers: StoreSubscriber[] = [];
  readonly #selects: Store['selects'];
  readonly #isForeign: boolean;
  readonly #ready = Promise.withResolvers<void>();
  readonly #awaited = Promise.withResolvers<void>();
  #isReady = false;
  #isPutOff = false;
  #isServed = true;
  #resourceVersion = '0';

  constructor({ kind, logger, selects = () => true, isForeign = false }: StoreOptions) {
    this.kind = kind;
    this.#logger = logger;
    this.#selects = selects;
    this.#isForeign = isForeign;
  }

  /**
   * Makes objects be found by their values, those that are there and those to come. Known by its function, so that who
   * asks for the same index shares it. An object for which it throws is left out of it, and logged.
   */
  addIndex(valuesOf: IndexFunction): void {
    if (this.#indexes.has(valuesOf)) return;
    const index = new ObjectIndex(this.#guarded(valuesOf));
    for (const object of this.#objects.values()) index.add(object);
    this.#indexes.set(valuesOf, index);
  }

  /**
   * Tells what happens from now on, after those who have subscribed before, and first what is there already, as a list
   * would. What a subscriber throws is logged, and kept from the others.
   */
  subscribe(subscriber: StoreSubscriber): void {
    this.#subscribers.push(subscriber);
    for (const object of this.list()) this.#announce([{ type: 'added', object, origin: 'list' }], [subscriber]);
    if (this.#isReady) this.#announceProgress([subscriber]);
  }

  ready(): Promise<void> {
    return this.#ready.promise;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Resolves when nothing need wait for this store any more: it is ready, or of others, and its list fails again and again. */
  awaited(): Promise<void> {
    return Promise.race([this.#ready.promise, this.#awaited.promise]);
  }

  /** Whether {@link StoreWriter.awaited} has yet to resolve. */
  get isAwaited(): boolean {
    return !this.#isReady && !this.#isPutOff;
  }

  get isServed(): boolean {
    return this.#isServed;
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

  list({ namespace, labels = {} }: StoreFilter = {}): readonly StoredObject[] {
    if (Object.keys(labels).length > 0) return sorted(this.#labels.select(labels), namespace);
    return sorted(namespace === undefined ? this.#objects.values() : this.#objects.inNamespace(namespace));
  }

  indexed(valuesOf: IndexFunction, value: string, namespace?: string): readonly StoredObject[] {
    const index = this.#indexes.get(valuesOf);
    if (index === undefined) throw new TypeError(`the cache of ${this.kind.plural} has no such index`);
    return sorted(index.get(value), namespace);
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
    this.#hear(changes, { isServed: true });
  }

  /** Makes the store show nothing, where the kind is one of others. What vanishes is told as a list would tell it. */
  missing(): void {
    if (!this.#isForeign) return;
    const changes = [...this.#objects.values()].map((object) => this.#deletion(object, 'list'));
    this.#hear(changes, { isServed: false });
  }

  /** No list is to be had for now. */
  failed(failures: number): void {
    if (!this.#isForeign || this.#isReady || failures < awaitedFailures) return;
    this.#isPutOff = true;
    this.#awaited.resolve();
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
    this.#announce(changes);
  }

  /** Takes one object out; told with the state that it had at its deletion. Ignored if older than what is under its key. */
  deleted(object: StoredObject): void {
    const stored = this.get(object.metadata);
    if (stored !== undefined && isOlder(object, stored)) return;
    const changes = stored === undefined ? [] : [this.#deletion(stored, 'watch', object)];
    this.#seen(object.metadata.resourceVersion);
    this.#announce(changes);
  }

  /** Nothing has happened since, up to `resourceVersion`. */
  progressed(resourceVersion: string): void {
    this.#seen(resourceVersion);
    this.#announceProgress();
  }

  /** All that there is, is known. */
  #hear(changes: readonly Change[], { isServed }: { readonly isServed: boolean }): void {
    const isNews = this.#isPutOff || isServed !== this.#isServed;
    this.#isPutOff = false;
    this.#isServed = isServed;
    this.#isReady = true;
    this.#ready.resolve();
    this.#announce(changes);
    this.#announceProgress();
    if (!isNews) return;
    for (const subscriber of this.#subscribers) this.#tell(() => subscriber.servedOrNot?.());
  }

  #application(object: StoredObject, origin: ChangeOrigin): Change[] {
    const previous = this.get(object.metadata);
    if (previous === undefined) {
      this.#put(object);
      return [{ type: 'added', object, origin }];
    }
    if (previous.metadata.uid !== object.metadata.uid) {
      const deletion = this.#deletion(previous, origin);
      this.#put(object);
      return [deletion, { type: 'added', object, origin }];
    }
    if (previous.metadata.resourceVersion === object.metadata.resourceVersion) return [];
    this.#replace(previous, object);
    return [{ type: 'updated', object, previous, origin }];
  }

  /** @param last - the state that the server gave with the deletion. */
  #deletion(stored: StoredObject, origin: ChangeOrigin, last: StoredObject = stored): Change {
    this.#drop(stored);
    return { type: 'deleted', object: last.metadata.uid === stored.metadata.uid ? last : stored, origin };
  }

  #put(object: StoredObject): void {
    this.#objects.set(object);
    for (const index of this.#indexes.values()) index.add(object);
    this.#labels.add(object);
  }

  #replace(previous: StoredObject, object: StoredObject): void {
    this.#objects.set(object);
    for (const index of this.#indexes.values()) index.replace(previous, object);
    this.#labels.replace(previous, object);
  }

  #drop(object: StoredObject): void {
    this.#objects.delete(object.metadata);
    for (const index of this.#indexes.values()) index.remove(object);
    this.#labels.remove(object);
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

  #announce(changes: readonly Change[], subscribers: readonly StoreSubscriber[] = this.#subscribers): void {
    for (const change of changes) {
      for (const subscriber of subscribers) this.#tell(() => subscriber.changed(change), change);
    }
  }

  #announceProgress(subscribers: readonly StoreSubscriber[] = this.#subscribers): void {
    for (const subscriber of subscribers) this.#tell(() => subscriber.progressed?.());
  }

  #tell(tell: () => void, change?: Change): void {
    try {
      tell();
    } catch (error) {
      const object = change && formatObjectKey(objectKey(change.object));
      this.#logger.error('a change of the cache could not be passed on', { cached: this.kind.plural, object, error });
    }
  }
}

function isOlder(object: StoredObject, stored: StoredObject): boolean {
  return compareResourceVersions(object.metadata.resourceVersion, stored.metadata.resourceVersion) < 0;
}

/** By namespace and name, in the order of code points, the same on every machine. */
function sorted(objects: Iterable<StoredObject>, namespace?: string): readonly StoredObject[] {
  const found =
    namespace === undefined ? [...objects] : [...objects].filter(({ metadata }) => metadata.namespace === namespace);
  return found.sort(({ metadata: one }, { metadata: other }) => {
    if (one.namespace !== other.namespace) return (one.namespace ?? '') < (other.namespace ?? '') ? -1 : 1;
    return one.name < other.name ? -1 : 1;
  });
}
