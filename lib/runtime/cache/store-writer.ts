// In: whole lists, and single objects applied and deleted, in the order of the watch events. Out: a store that shows
// them. Called by one `Watcher`.

import {
  compareResourceVersions,
  formatObjectKey,
  isConclusive,
  isOlderObject,
  type ListState,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { isForbidden } from '../../client/index.ts';
import type { ArrivingList } from './cache-limit.ts';
import type { Store } from './store.ts';
import type { Change, ChangeOrigin, StorePart } from './store-event.ts';
import { isWithheld } from './withheld-object.ts';

/**
 * The number of failed first lists after which nothing waits for a third-party kind any more. If the API server refuses at
 * once, that takes some 6 s; if it doesn't answer, each failure takes a request time-out.
 */
const awaitedFailures = 4;

/**
 * The one writer of a part of a store.
 *
 * A change, or all changes of a list, is visible as a whole, indexes included, before the first subscriber is called.
 */
export class StoreWriter implements StorePart {
  readonly namespace: string | undefined;
  readonly #store: Store;
  readonly #awaited = Promise.withResolvers<void>();
  #listState: ListState = 'not-listed';
  #resourceVersion = '0';
  #areWaitsEnded = false;
  #list: ArrivingList | undefined;
  #failure: { readonly error: unknown } | undefined;

  /** @param namespace - the namespace whose objects it writes. @default all */
  constructor(store: Store, namespace?: string) {
    this.namespace = namespace;
    this.#store = store;
    store.addPart(this);
  }

  get listState(): ListState {
    return this.#listState;
  }

  /** The last failure of its watch, if nothing has arrived since. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  get isReady(): boolean {
    return isConclusive(this.#listState);
  }

  get isAwaited(): boolean {
    return !this.isReady && !this.#areWaitsEnded;
  }

  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /**
   * Resolves when the first whole list has arrived, or the kind is known not to be served; or when nothing should wait for
   * a third-party kind any longer. Until then the part is empty.
   */
  awaited(): Promise<void> {
    return this.#awaited.promise;
  }

  /**
   * Begins a list that {@link StoreWriter.replace} will receive, or another list will follow.
   *
   * @returns the function that gives each of its objects as the store may hold it.
   */
  beginList(): (object: StoredObject) => StoredObject {
    this.#list?.end();
    this.#list = this.#store.limit?.beginList(this.#store);
    return (object) => this.#heldInVersion(object) ?? this.#list?.admit(object) ?? object;
  }

  /** The object that the store holds in the same version: a list needs no second one in memory. */
  #heldInVersion({ metadata }: StoredObject): StoredObject | undefined {
    const held = this.#store.get(metadata);
    const isSame = held?.metadata.uid === metadata.uid && held.metadata.resourceVersion === metadata.resourceVersion;
    return isSame && !isWithheld(held) ? held : undefined;
  }

  /**
   * Replaces the content with `objects`. Subscribers get only the differences; for an object that vanished, its last known
   * state.
   *
   * The list counts even if it is older than the present content: a list shows the server's present state, so an older
   * version means that the server's history was set back, as by restoring a backup.
   */
  replace(objects: readonly StoredObject[], resourceVersion: string): void {
    this.#list?.end();
    const listed = new Set(objects.map((object) => formatObjectKey(objectKey(object))));
    const vanished = [...this.#store.values(this.namespace)].filter(
      (object) => !listed.has(formatObjectKey(objectKey(object))),
    );
    const changes = [
      ...vanished.map((object) => this.#deleteFromStore(object, 'list')),
      ...objects.flatMap((object) => this.#applyToStore(object, this.#store.get(object.metadata), 'list')),
    ];
    this.#resourceVersion = resourceVersion;
    this.#failure = undefined;
    this.#publishList(changes, 'listed');
  }

  /**
   * Empties the store of a third-party kind that isn't served. Subscribers get the same changes as after an empty list.
   */
  clearUnserved(): void {
    this.#list?.end();
    if (!this.#store.isThirdParty) return;
    const changes = [...this.#store.values(this.namespace)].map((object) => this.#deleteFromStore(object, 'list'));
    this.#publishList(changes, 'not-served');
  }

  /**
   * Records a failed list or watch. Several failed first lists end all waits for a third-party kind.
   *
   * @param failures - the number of failures in a row, this one included.
   */
  recordFailure(error: unknown, failures: number): void {
    this.#failure = { error };
    if (!this.#store.isThirdParty || this.isReady || failures < awaitedFailures) return;
    const isListStateChanged = this.#areWaitsEnded && isForbidden(error) && this.#listState !== 'forbidden';
    // Kept, whatever fails later: a cluster admin can grant a missing right.
    if (isForbidden(error)) this.#listState = 'forbidden';
    this.endWaits();
    if (isListStateChanged) this.#store.publish(['list-state']);
  }

  /** Ends all waits for the first list of a third-party kind. Has no effect after it. */
  endWaits(): void {
    if (!this.#store.isThirdParty || this.isReady) return;
    this.#areWaitsEnded = true;
    this.#awaited.resolve();
  }

  /**
   * Adds or replaces one object. Another uid under its key is a deletion and an addition.
   *
   * An object older than the one under its key is ignored. It comes from a server that begins a stream earlier than asked,
   * or from overlapping watches; a watch of our own resumes from the last version seen and repeats none.
   */
  apply(object: StoredObject): void {
    const stored = this.#store.get(object.metadata);
    if (stored !== undefined && isOlderObject(object, stored)) return;
    const changes = this.#applyToStore(object, stored, 'watch');
    this.#advanceVersion(object.metadata.resourceVersion);
    this.#store.publish(changes);
    this.#store.limit?.enforce();
  }

  /**
   * Removes one object; subscribers get its state at the deletion. Ignored if it is older than the object under its key.
   */
  delete(object: StoredObject): void {
    const stored = this.#store.get(object.metadata);
    if (stored !== undefined && isOlderObject(object, stored)) return;
    const changes = stored === undefined ? [] : [this.#deleteFromStore(stored, 'watch', object)];
    this.#advanceVersion(object.metadata.resourceVersion);
    this.#store.publish(changes);
  }

  /** Records that nothing has changed up to `resourceVersion`. */
  recordBookmark(resourceVersion: string): void {
    this.#advanceVersion(resourceVersion);
    this.#store.publish([this]);
  }

  /** Delivers the changes of a complete list; also the list state, if it changed for callers that didn't wait for it. */
  #publishList(changes: readonly Change[], listState: 'listed' | 'not-served'): void {
    const isListStateNews = this.#areWaitsEnded || (listState === 'not-served') !== (this.#listState === 'not-served');
    this.#areWaitsEnded = false;
    this.#listState = listState;
    this.#awaited.resolve();
    this.#store.publish([...changes, this, ...(isListStateNews ? (['list-state'] as const) : [])]);
    this.#store.limit?.enforce();
  }

  /** @param previous - the object under its key. */
  #applyToStore(object: StoredObject, previous: StoredObject | undefined, origin: ChangeOrigin): Change[] {
    if (previous === undefined) {
      this.#store.add(object);
      return [{ type: 'added', object, origin }];
    }
    if (previous.metadata.uid !== object.metadata.uid) {
      const deletion = this.#deleteFromStore(previous, origin);
      this.#store.add(object);
      return [deletion, { type: 'added', object, origin }];
    }
    const isSameVersion = previous.metadata.resourceVersion === object.metadata.resourceVersion;
    if (isSameVersion && isWithheld(previous) === isWithheld(object)) return [];
    this.#store.replace(previous, object);
    return [{ type: 'updated', object, previous, origin }];
  }

  /** @param last - the state that the server sent with the deletion. */
  #deleteFromStore(stored: StoredObject, origin: ChangeOrigin, last: StoredObject = stored): Change {
    this.#store.remove(stored);
    return { type: 'deleted', object: last.metadata.uid === stored.metadata.uid ? last : stored, origin };
  }

  #advanceVersion(resourceVersion: string): void {
    this.#failure = undefined;
    if (!(compareResourceVersions(resourceVersion, this.#resourceVersion) < 0)) this.#resourceVersion = resourceVersion;
  }
}
