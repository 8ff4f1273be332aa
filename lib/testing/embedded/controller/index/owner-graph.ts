// In: changes of all objects. Out: where each object is, and its dependents. Read by the garbage collector.

import { metadataText, ownersOf } from '../../../../built-in/index.ts';
import { getOrMake } from '../../../../schema/index.ts';
import type { StoredChange } from '../../store/object-storage.ts';

/** The place of an object in the store. */
export interface StoredPlace {
  readonly collection: string;
  readonly key: string;
}

/** All stored objects by uid, with the uids of their dependents. */
export class OwnerGraph {
  readonly #places = new Map<string, StoredPlace>();
  readonly #dependents = new Map<string, Set<string>>();
  /** The dependents that keep an owner until they are gone. */
  readonly #blocking = new Map<string, Set<string>>();

  /** Records a change. */
  take({ type, collection, key, object, previous }: StoredChange): void {
    const uid = metadataText(object, 'uid');
    for (const owner of previous === undefined ? [] : ownersOf(previous)) {
      removeFrom(this.#dependents, owner.uid, uid);
      removeFrom(this.#blocking, owner.uid, uid);
    }
    if (type === 'DELETED') {
      this.#places.delete(uid);
      return;
    }
    this.#places.set(uid, { collection, key });
    for (const owner of ownersOf(object)) {
      addTo(this.#dependents, owner.uid, uid);
      if (owner.isBlocking) addTo(this.#blocking, owner.uid, uid);
    }
  }

  /** Returns the place of an object; undefined if it isn't stored. */
  place(uid: string): StoredPlace | undefined {
    return this.#places.get(uid);
  }

  /** Returns the uids of the present dependents of an owner, which may be gone. */
  dependents(uid: string): readonly string[] {
    return [...(this.#dependents.get(uid) ?? [])];
  }

  /** Returns true if a dependent keeps the owner until it is gone itself. */
  isBlocked(uid: string): boolean {
    return this.#blocking.has(uid);
  }
}

/** Adds an item to the set of a name. */
export function addTo(sets: Map<string, Set<string>>, name: string, item: string): void {
  getOrMake(sets, name, () => new Set<string>()).add(item);
}

/** Removes an item from the set of a name; no set stays empty. */
export function removeFrom(sets: Map<string, Set<string>>, name: string, item: string): void {
  const known = sets.get(name);
  known?.delete(item);
  if (known?.size === 0) sets.delete(name);
}
