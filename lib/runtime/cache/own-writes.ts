// In: answers to the writes of passes, and what stores see. Out: whether a key's caches show what its last pass did,
// and which changes are news to whom.
// Called by `runtime/controller/controller.ts`: workers begin and finish passes, passes note writes, stores report changes.

import {
  compareResourceVersions,
  type GroupVersionKind,
  groupVersionKind,
  isSameKind,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import type { Clock, Timer } from '../../clock/index.ts';
import type { Change } from './change.ts';
import type { Store } from './store.ts';

/** What is asked of the store that a write will show up in. */
export type WrittenStore = Pick<Store, 'get' | 'resourceVersion' | 'selects' | 'sight'>;

/**
 * How many changes, or wishes for a pass, are kept of one key until more is known. A pass may hang for ever, and a cache lag
 * behind for hours, while others go on changing things.
 */
const mostKept = 1_000;

/**
 * How long a key waits for a cache. A watch that falls silent is given up within 45 s and followed by a list; one that takes
 * longer may be refused for good, and the resource is to say so, and to be cleaned up when it is deleted.
 */
export const longestLagMs = 60_000;

/**
 * What passes have written and caches may not show yet.
 *
 * A pass that reads a cache from before its own last writes would repeat them, or undo them. So a key gets no pass before
 * its stores have caught up: with the written version of each object, or a later one, its deletion included. It never waits
 * for an object that the store doesn't select, nor for a write that changed nothing: the store shows that version already.
 * A cache that lags for longer than {@link longestLagMs} is not waited for: what is done by it is bound to uids and versions.
 *
 * And what a watch brings back of a key's own writes, its echoes, is no reason for another pass of that key:
 * it has seen that state, as the answer to its write. Others whom the change concerns are told as usual.
 */
export class OwnWrites {
  readonly #clock: Pick<Clock, 'monotonic' | 'timer'>;
  readonly #keys = new Map<string, KeyState>();
  /** uid → the notes of that object. */
  readonly #notes = new Map<string, Note[]>();

  constructor(clock: Pick<Clock, 'monotonic' | 'timer'>) {
    this.#clock = clock;
  }

  /**
   * Begins a pass of `key`, unless its caches lag behind its own writes.
   *
   * @param again - called when the key wants a pass: if this one could not begin, once the caches have caught up, or have
   * lagged for too long; if it did, when something that it wrote is found gone without a trace, as a list can hide it, or
   * when a cache has caught up that it didn't wait for.
   * @returns whether the pass may run; if so, {@link OwnWrites.finish} must follow it.
   */
  begin(key: string, again: () => void): boolean {
    const state = this.#state(key);
    const waitMs = this.#waitMs(state);
    if (waitMs > 0) {
      if (state.parked.length < mostKept) state.parked.push(again);
      state.alarm ??= this.#clock.timer(waitMs, () => this.#resume(state));
      return false;
    }
    for (const note of state.unseen) note.isPassedOver = true;
    state.isInFlight = true;
    state.again = again;
    return true;
  }

  /** A pass of `key` is over. What happened meanwhile, and turned out not to be its own doing, is passed on now. */
  finish(key: string): void {
    const state = this.#state(key);
    const deferred = state.deferred.splice(0);
    state.isInFlight = false;
    this.#tidy(key, state);
    for (const { trigger } of deferred) trigger();
  }

  /** The kinds whose caches lag for so long behind what `key` has written that its pass didn't wait for them. */
  lagging(key: string): readonly GroupVersionKind[] {
    const unseen = [...(this.#keys.get(key)?.unseen ?? [])];
    const kinds = unseen.filter(({ isPassedOver }) => isPassedOver).map(({ kind }) => kind);
    return kinds.filter((kind, index) => kinds.findIndex((other) => isSameKind(kind, other)) === index);
  }

  #waitMs({ unseen }: KeyState): number {
    const nowMs = this.#clock.monotonic();
    return [...unseen].reduce((most, { notedAtMs }) => Math.max(most, notedAtMs + longestLagMs - nowMs), 0);
  }

  #resume(state: KeyState): void {
    state.alarm?.cancel();
    state.alarm = undefined;
    for (const again of state.parked.splice(0)) again();
  }

  /** Whether the caches show everything that has been noted for `key`. */
  isSettled(key: string): boolean {
    return (this.#keys.get(key)?.unseen.size ?? 0) === 0;
  }

  /**
   * `key` has written an object.
   *
   * The answer may also hold what somebody else has changed just before. By noting it, a pass vouches that it goes by
   * the whole answer. That can't be said of the resource itself, whose spec a pass reads at its beginning: a write of it
   * must be bound to the version that was read.
   *
   * @param answer - what the server says the object now is.
   */
  noteWrite(key: string, answer: StoredObject, store: WrittenStore): void {
    const { uid, resourceVersion } = answer.metadata;
    this.#forgetDeferred(key, uid, resourceVersion);
    const isNoted = this.#notes.get(uid)?.some((note) => note.key === key && note.resourceVersion === resourceVersion);
    if (isNoted === true) return;
    const atFirst = store.resourceVersion;
    this.#note({
      key,
      uid,
      resourceVersion,
      ...this.#noted(answer),
      store,
      fate: () => {
        if (!store.selects(answer)) return 'seen';
        if (store.sight === 'not-served' || isSetBack(store, atFirst)) return 'gone';
        const lead = compareResourceVersions(store.resourceVersion, resourceVersion);
        // Versions that can't be compared, of a server outside the standard, are not worth waiting for.
        if (Number.isNaN(lead)) return 'seen';
        if (lead < 0) return 'unseen';
        return store.get(objectKey(answer))?.metadata.uid === uid ? 'seen' : 'gone';
      },
    });
  }

  /**
   * `key` has deleted an object. Its caches have caught up when they show it as being deleted, or not at all.
   *
   * What follows is never taken for an echo, for a pass may be waiting until the object is gone.
   */
  noteDeletion(key: string, deleted: StoredObject, store: WrittenStore): void {
    const { uid } = deleted.metadata;
    const atFirst = store.resourceVersion;
    this.#note({
      key,
      uid,
      resourceVersion: undefined,
      ...this.#noted(deleted),
      store,
      fate: () => {
        if (isSetBack(store, atFirst)) return 'gone';
        const stored = store.get(objectKey(deleted));
        const isAlive = stored?.metadata.uid === uid && stored.metadata.deletionTimestamp === undefined;
        return isAlive ? 'unseen' : 'seen';
      },
    });
  }

  /**
   * A store has changed: settles what the change shows, and calls `trigger` for each of `keys` to which it is news.
   *
   * At once, but for a key whose pass is in flight: an echo may arrive before the answer that tells it from news,
   * so that key's trigger is called after the pass, if at all. Nothing is lost by that, it would have to wait anyway.
   * Of very many changes during one pass, the later ones are taken for news.
   *
   * @param keys - whom the change concerns.
   */
  observe(change: Change, keys: Iterable<string>, trigger: (key: string) => void): void {
    const { uid, resourceVersion } = change.object.metadata;
    // A list may hide versions in between, made by others, so nothing in it is a mere echo.
    const canEcho = change.origin === 'watch' && change.type !== 'deleted';
    const notes = this.#notes.get(uid) ?? [];
    const isWritten = (key: string) =>
      notes.some((note) => note.key === key && note.resourceVersion === resourceVersion);
    this.#settle(notes);
    for (const key of keys) {
      if (canEcho && isWritten(key)) continue;
      const state = this.#keys.get(key);
      const isDeferred = canEcho && state?.isInFlight === true && state.deferred.length < mostKept;
      if (isDeferred) state.deferred.push({ uid, resourceVersion, trigger: () => trigger(key) });
      else trigger(key);
    }
  }

  /** A store has caught up to its version, by a list or a bookmark: settles what that proves. */
  progressed(store: WrittenStore): void {
    this.#settle([...this.#notes.values()].flat().filter((note) => note.store === store));
  }

  /** What was deferred while it could have been an echo has turned out to be one. */
  #forgetDeferred(key: string, uid: string, resourceVersion: string): void {
    const state = this.#keys.get(key);
    if (state === undefined || state.deferred.length === 0) return;
    state.deferred = state.deferred.filter(
      (change) => change.uid !== uid || change.resourceVersion !== resourceVersion,
    );
  }

  #noted(object: StoredObject): Pick<Note, 'kind' | 'notedAtMs' | 'isPassedOver'> {
    return { kind: groupVersionKind(object), notedAtMs: this.#clock.monotonic(), isPassedOver: false };
  }

  #note(note: Note): void {
    const fate = note.fate();
    if (fate === 'gone') this.#keys.get(note.key)?.again?.();
    if (fate !== 'unseen') return;
    const notes = this.#notes.get(note.uid);
    if (notes === undefined) this.#notes.set(note.uid, [note]);
    else notes.push(note);
    this.#state(note.key).unseen.add(note);
  }

  #settle(notes: readonly Note[]): void {
    for (const note of notes) {
      const fate = note.fate();
      if (fate === 'unseen') continue;
      const others = this.#notes.get(note.uid)?.filter((other) => other !== note) ?? [];
      if (others.length > 0) this.#notes.set(note.uid, others);
      else this.#notes.delete(note.uid);
      this.#settled(note, fate);
    }
  }

  #settled(note: Note, fate: 'seen' | 'gone'): void {
    const state = this.#state(note.key);
    state.unseen.delete(note);
    const isNews = fate === 'gone' || note.isPassedOver;
    if (isNews && state.again !== undefined && state.parked.length === 0) state.parked.push(state.again);
    if (state.unseen.size > 0) return;
    this.#tidy(note.key, state);
    this.#resume(state);
  }

  #state(key: string): KeyState {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const state: KeyState = {
      isInFlight: false,
      again: undefined,
      unseen: new Set(),
      parked: [],
      deferred: [],
      alarm: undefined,
    };
    this.#keys.set(key, state);
    return state;
  }

  /** Keys are remembered only while there is something to remember. */
  #tidy(key: string, state: KeyState): void {
    if (!state.isInFlight && state.unseen.size === 0) this.#keys.delete(key);
  }
}

/** Whether the server's history was set back, as by restoring a backup, behind a write, which is gone with it. */
function isSetBack(store: WrittenStore, atFirst: string): boolean {
  return compareResourceVersions(store.resourceVersion, atFirst) < 0;
}

interface KeyState {
  isInFlight: boolean;
  /** Of the last pass that began. */
  again: (() => void) | undefined;
  readonly unseen: Set<Note>;
  readonly parked: (() => void)[];
  /** Ends the waiting of those. */
  alarm: Timer | undefined;
  deferred: { readonly uid: string; readonly resourceVersion: string; readonly trigger: () => void }[];
}

/** One write that a store doesn't show yet. */
interface Note {
  readonly key: string;
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly notedAtMs: number;
  /** Whether a pass has begun without waiting any longer. */
  isPassedOver: boolean;
  /** Undefined for a deletion. */
  readonly resourceVersion: string | undefined;
  readonly store: WrittenStore;
  /** What the store says of it by now; `gone`: not there, though the store is past that version. */
  readonly fate: () => 'unseen' | 'seen' | 'gone';
}
