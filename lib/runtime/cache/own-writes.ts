// In: the responses to the writes of reconciles, and the changes in stores. Out: whether the caches show what a key's last
// reconcile wrote, and which changes queue which keys. Called by `runtime/controller/controller.ts`: workers begin and finish
// reconciles, reconciles note writes, stores report changes.

import { distinctKinds, type GroupVersionKind, groupVersionKind, type StoredObject } from '../../api/index.ts';
import type { Clock, Timer } from '../../clock/index.ts';
import { getOrMake } from '../../schema/index.ts';
import { type OwnWrite, stateInStore } from './own-write.ts';
import type { Store } from './store.ts';
import type { Change, StorePart } from './store-event.ts';

/**
 * The number of changes, or of requests, that are kept for one key. A reconcile may hang, and a cache may lag for hours,
 * while other clients go on changing objects.
 */
const mostKept = 1_000;

/**
 * The time that a key waits for a cache. A silent watch is ended within 45 s and followed by a list. If a cache lags longer,
 * the API server may refuse the watch permanently; then the resource reports it, and a deleted resource is cleaned up.
 */
const longestLagMs = 60_000;

/**
 * The writes of reconciles that caches may not show yet.
 *
 * A reconcile that read a cache from before its own last writes would repeat or undo them. So a key isn't reconciled
 * before its stores show the written version of each object, a later version, or its deletion. The key never waits for an
 * object outside of the store's selector, nor for a write that changed nothing, whose version the store shows already.
 * After {@link longestLagMs} the key no longer waits: its next writes are bound to uids and versions.
 *
 * The watch events of a key's own writes don't queue that key again: its reconcile has used the same state from the
 * responses. Other keys that the change concerns are queued as usual.
 */
export class OwnWrites {
  readonly #clock: Pick<Clock, 'monotonic' | 'timer'>;
  readonly #keys = new Map<string, KeyState>();
  /** uid → the writes of that object. */
  readonly #writes = new Map<string, OwnWrite[]>();

  constructor(clock: Pick<Clock, 'monotonic' | 'timer'>) {
    this.#clock = clock;
  }

  /**
   * Begins a reconcile of `key`, unless its caches lag behind its own writes.
   *
   * @param requeue - queues the key. Called if this reconcile could not begin, when the caches have caught up or have
   * lagged for too long. Called if it could, when an object that it wrote has vanished without an event, as a list can hide it,
   * or when a cache catches up that it didn't wait for.
   * @returns true if the reconcile may run; then {@link OwnWrites.finishReconcile} must follow.
   */
  beginReconcile(key: string, requeue: () => void): boolean {
    const state = this.#keyState(key);
    const waitMs = this.#waitMs(state);
    if (waitMs > 0) {
      if (state.waiting.length < mostKept) state.waiting.push(requeue);
      state.timer ??= this.#clock.timer(waitMs, () => this.#resumeWaiting(state));
      return false;
    }
    for (const write of state.pending) write.isOverdue = true;
    state.isInFlight = true;
    state.requeue = requeue;
    return true;
  }

  /** Ends a reconcile of `key`. Queues the key for changes during the reconcile that were not its own writes. */
  finishReconcile(key: string): void {
    const state = this.#keyState(key);
    const deferred = state.deferred.splice(0);
    state.isInFlight = false;
    this.#removeIdleState(key, state);
    for (const { trigger } of deferred) trigger();
  }

  /** Returns the kinds whose caches lag so far behind the writes of `key` that its reconcile didn't wait for them. */
  laggingKinds(key: string): readonly GroupVersionKind[] {
    const pending = [...(this.#keys.get(key)?.pending ?? [])];
    return distinctKinds(pending.filter(({ isOverdue }) => isOverdue).map(({ object }) => groupVersionKind(object)));
  }

  #waitMs({ pending }: KeyState): number {
    const nowMs = this.#clock.monotonic();
    return [...pending].reduce((most, { notedAtMs }) => Math.max(most, notedAtMs + longestLagMs - nowMs), 0);
  }

  #resumeWaiting(state: KeyState): void {
    state.timer?.cancel();
    state.timer = undefined;
    for (const requeue of state.waiting.splice(0)) requeue();
  }

  /** Returns true if the caches show all noted writes of `key`. */
  isSettled(key: string): boolean {
    return (this.#keys.get(key)?.pending.size ?? 0) === 0;
  }

  /**
   * Notes that `key` has written an object.
   *
   * The response may also contain changes that another client made just before. A reconcile that notes it must use the
   * whole response. It can't for the resource itself, whose spec it reads at its beginning: a write of the resource must be
   * bound to the version that was read.
   *
   * @param response - the object as the API server returned it.
   */
  noteWrite(key: string, response: StoredObject, store: Store): void {
    const { namespace, uid, resourceVersion } = response.metadata;
    if (store.partOf(namespace) === undefined) return;
    this.#forgetDeferred(key, uid, resourceVersion);
    const isNoted = this.#writes.get(uid)?.some((write) => isWriteOf(write, key, response));
    if (isNoted !== true) this.#addWrite(key, response, { store, isDeletion: false });
  }

  /**
   * Notes that `key` has deleted an object. Its caches have caught up when they show the object as being deleted, or not
   * at all.
   *
   * The following changes always queue the key, because a reconcile may be waiting for the object to be gone.
   */
  noteDeletion(key: string, deleted: StoredObject, store: Store): void {
    this.#addWrite(key, deleted, { store, isDeletion: true });
  }

  /**
   * Processes a change in a store: settles the writes that the change confirms, and queues `keys`, except one that has
   * written the change itself.
   *
   * A key that is being reconciled is queued after its reconcile, if that is needed then: the event of its own write may
   * arrive before the response. No time is lost, because the key would wait anyway. Beyond {@link mostKept} changes during
   * one reconcile, each queues the key.
   *
   * @param keys - the keys that the change concerns.
   */
  observeChange(change: Change, keys: Iterable<string>, queue: (key: string) => void): void {
    const { uid, resourceVersion } = change.object.metadata;
    // A list may hide versions in between that other clients made, so a listed change always queues the key.
    const canEcho = change.origin === 'watch' && change.type !== 'deleted';
    const writes = this.#writes.get(uid) ?? [];
    this.#settleWrites(writes);
    for (const key of keys) {
      if (canEcho && writes.some((write) => isWriteOf(write, key, change.object))) continue;
      const state = canEcho ? this.#keys.get(key) : undefined;
      if (state?.isInFlight === true && state.deferred.length < mostKept)
        state.deferred.push({ uid, resourceVersion, trigger: () => queue(key) });
      else queue(key);
    }
  }

  /** Settles the writes that a part's new version confirms, after a list or a bookmark. */
  observeBookmark(part: StorePart): void {
    this.#settleWrites([...this.#writes.values()].flat().filter((write) => write.part === part));
  }

  /** Forgets a deferred change that has turned out to be the key's own write. */
  #forgetDeferred(key: string, uid: string, resourceVersion: string): void {
    const state = this.#keys.get(key);
    if (state === undefined || state.deferred.length === 0) return;
    state.deferred = state.deferred.filter(
      (change) => change.uid !== uid || change.resourceVersion !== resourceVersion,
    );
  }

  #addWrite(key: string, object: StoredObject, place: Pick<OwnWrite, 'store' | 'isDeletion'>): void {
    const { namespace, uid } = object.metadata;
    const part = place.store.partOf(namespace);
    if (part === undefined) return;
    const [partVersion, notedAtMs] = [part.resourceVersion, this.#clock.monotonic()];
    const write: OwnWrite = { ...place, key, object, part, partVersion, notedAtMs, isOverdue: false };
    const state = stateInStore(write);
    if (state === 'lost') this.#keys.get(key)?.requeue?.();
    if (state !== 'pending') return;
    getOrMake(this.#writes, uid, () => []).push(write);
    this.#keyState(key).pending.add(write);
  }

  #settleWrites(writes: readonly OwnWrite[]): void {
    for (const write of writes) {
      const state = stateInStore(write);
      const { uid } = write.object.metadata;
      if (state === 'pending') continue;
      const others = this.#writes.get(uid)?.filter((other) => other !== write) ?? [];
      if (others.length > 0) this.#writes.set(uid, others);
      else this.#writes.delete(uid);
      this.#removeWrite(write, state);
    }
  }

  #removeWrite(write: OwnWrite, outcome: 'visible' | 'lost'): void {
    const state = this.#keyState(write.key);
    state.pending.delete(write);
    const mustRequeue = outcome === 'lost' || write.isOverdue;
    if (mustRequeue && state.requeue !== undefined && state.waiting.length === 0) state.waiting.push(state.requeue);
    if (state.pending.size > 0) return;
    this.#removeIdleState(write.key, state);
    this.#resumeWaiting(state);
  }

  #keyState(key: string): KeyState {
    return getOrMake(this.#keys, key, () => ({
      isInFlight: false,
      requeue: undefined,
      pending: new Set(),
      waiting: [],
      deferred: [],
      timer: undefined,
    }));
  }

  /** Removes the state of a key that has no writes left. */
  #removeIdleState(key: string, state: KeyState): void {
    if (!state.isInFlight && state.pending.size === 0) this.#keys.delete(key);
  }
}

/** Returns true if a write is that by which a key has made this version of the object. */
function isWriteOf({ key, object, isDeletion }: OwnWrite, writer: string, { metadata }: StoredObject): boolean {
  return key === writer && !isDeletion && object.metadata.resourceVersion === metadata.resourceVersion;
}

interface KeyState {
  isInFlight: boolean;
  /** The callback of the last reconcile that began. */
  requeue: (() => void) | undefined;
  readonly pending: Set<OwnWrite>;
  readonly waiting: (() => void)[];
  /** Ends the wait of that key. */
  timer: Timer | undefined;
  deferred: { readonly uid: string; readonly resourceVersion: string; readonly trigger: () => void }[];
}
