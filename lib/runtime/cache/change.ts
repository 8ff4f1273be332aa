import type { StoredObject } from '../../api/index.ts';

/** What has become of one object in a store. `object` is its present state or, of one deleted, its last known state. */
export type Change =
  | { readonly type: 'added' | 'deleted'; readonly object: StoredObject; readonly origin: ChangeOrigin }
  | {
      readonly type: 'updated';
      readonly object: StoredObject;
      readonly previous: StoredObject;
      readonly origin: ChangeOrigin;
    };

/**
 * How a change became known.
 *
 * `watch`: as it happened, every version of the object on its own. `list`: by comparison, at the start or after
 * the watch had lost its place; versions in between, even a deletion with a new creation, may have gone by unseen.
 */
export type ChangeOrigin = 'list' | 'watch';

/** Who is told of what happens in a store, at once and in order. By then the store shows all of it. */
export interface StoreSubscriber {
  changed(change: Change): void;

  /** The store is now known to be complete up to its version though perhaps nothing changed: after a list, or by a bookmark. */
  progressed(): void;

  /** The server has ceased to serve the kind, or serves it again, or more is known of a kind that nobody has waited for. */
  sightChanged(): void;
}
