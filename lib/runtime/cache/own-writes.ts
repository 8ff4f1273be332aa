// In: answers to the writes of passes, and what stores see. Out: whether a key's caches show what its last pass did,
// and which changes are news to whom.
// Called by `runtime/controller.ts`: workers begin and finish passes, passes note writes, stores report changes.

import { compareResourceVersions, objectKey, type StoredObject } from '../../api/index.ts';
import type { Change } from './change.ts';
import type { Store } from './store.ts';

/** What is asked of the store that a write will show up in. */
export type WrittenStore = Pick<Store, 'get' | 'resourceVersion' | 'selects'>;

/**
 * What passes have written and caches may not show yet.
 *
 * A pass that reads a cache from before its own last writes would repeat them, or undo them. So a key gets no pass before
 * its stores have caught up: with the written version of each object, or a later one, its deletion included. It never waits
 * for an object that the store doesn't select, nor for a write that changed nothing: the store shows that version already.
 *
 * And what a watch brings back of a key's own writes, its echoes, is no reason for another pass of that key:
 * it has seen that state, as the answer to its write. Others whom the change concerns are told as usual.
 */
export class OwnWrites {
  readonly #keys = new Map<string, KeyState>();
  /** uid → the notes of that object. */
  readonly #notes = new Map<string, Note[]>();

  /**
   * Begins a pass of `key`, unless its caches lag behind its own writes.
   *
   * @param resume - called once, when they have caught up, if the pass could not begin: the key wants a pass then.
   * @returns whether the pass may run; if so, {@link OwnWrites.finish} must follow it.
   */
  begin(key: string, resume: () => void): boolean {
    const state = this.#state(key);
    if (state.unseen.size > 0) {
      state.parked.push(resume);
      return false;
    }
    state.isInFlight = true;
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

  /** Whether the caches show everything that has been noted for `key`. */
  isSettled(key: string): boolean {
    return (this.#keys.get(key)?.unseen.size ?? 0) === 0;
  }

  /**
   * `key` has written an object.
   *
   * The answer may also hold what somebody else has changed just before. By noting it, a pass vouches that it goes by
   * the whole answer. That can't be said of the resource itself, whose spec a pass reads at its beginning: pass on
   * a change of its `generation` to its trigger without asking {@link OwnWrites.observe} for the key.
   *
   * @param answer - what the server says the object now is.
   */
  noteWrite(key: string, answer: StoredObject, store: WrittenStore): void {
    const { uid, resourceVersion } = answer.metadata;
    const state = this.#state(key);
    state.deferred = state.deferred.filter(
      (change) => change.uid !== uid || change.resourceVersion !== resourceVersion,
    );
    const atFirst = store.resourceVersion;
    this.#note({
      key,
      uid,
      resourceVersion,
      store,
      isSeen: () =>
        // Versions that can't be compared, of a server outside the standard, are not worth waiting for.
        !(compareResourceVersions(store.resourceVersion, resourceVersion) < 0) ||
        isSetBack(store, atFirst) ||
        !store.selects(answer),
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
      store,
      isSeen: () => {
        const stored = store.get(objectKey(deleted));
        const isAlive = stored?.metadata.uid === uid && stored.metadata.deletionTimestamp === undefined;
        return !isAlive || isSetBack(store, atFirst);
      },
    });
  }

  /**
   * A store has changed: settles what the change shows, and calls `trigger` for each of `keys` to which it is news.
   *
   * At once, but for a key whose pass is in flight: an echo may arrive before the answer that tells it from news,
   * so that key's trigger is called after the pass, if at all. Nothing is lost by that, it would have to wait anyway.
   *
   * @param keys - whom the change concerns.
   */
  observe(change: Change, keys: Iterable<string>, trigger: (key: string) => void): void {
    const { uid, resourceVersion } = change.object.metadata;
    // A list may hide versions in between, made by others, so nothing in it is a mere echo.
    const canEcho = change.origin === 'watch' && change.type !== 'deleted';
    const notes = this.#notes.get(uid) ?? [];
    const authors = canEcho
      ? notes.filter((note) => note.resourceVersion === resourceVersion).map(({ key }) => key)
      : [];
    this.#settle(notes);
    for (const key of keys) {
      const state = this.#keys.get(key);
      if (authors.includes(key)) continue;
      if (canEcho && state?.isInFlight) state.deferred.push({ uid, resourceVersion, trigger: () => trigger(key) });
      else trigger(key);
    }
  }

  /** A store has caught up to its version, by a list or a bookmark: settles what that proves. */
  progressed(store: WrittenStore): void {
    this.#settle([...this.#notes.values()].flat().filter((note) => note.store === store));
  }

  #note(note: Note): void {
    if (note.isSeen()) return;
    const notes = this.#notes.get(note.uid);
    if (notes === undefined) this.#notes.set(note.uid, [note]);
    else notes.push(note);
    this.#state(note.key).unseen.add(note);
  }

  #settle(notes: readonly Note[]): void {
    for (const note of notes.filter(({ isSeen }) => isSeen())) {
      const others = this.#notes.get(note.uid)?.filter((other) => other !== note) ?? [];
      if (others.length > 0) this.#notes.set(note.uid, others);
      else this.#notes.delete(note.uid);
      this.#seen(note);
    }
  }

  #seen(note: Note): void {
    const state = this.#state(note.key);
    state.unseen.delete(note);
    if (state.unseen.size > 0) return;
    const parked = state.parked.splice(0);
    this.#tidy(note.key, state);
    for (const resume of parked) resume();
  }

  #state(key: string): KeyState {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const state: KeyState = { isInFlight: false, unseen: new Set(), parked: [], deferred: [] };
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
  readonly unseen: Set<Note>;
  readonly parked: (() => void)[];
  deferred: { readonly uid: string; readonly resourceVersion: string; readonly trigger: () => void }[];
}

/** One write that a store doesn't show yet. */
interface Note {
  readonly key: string;
  readonly uid: string;
  /** Undefined for a deletion. */
  readonly resourceVersion: string | undefined;
  readonly store: WrittenStore;
  readonly isSeen: () => boolean;
}
