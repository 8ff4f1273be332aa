import type { ListState, StoredObject } from '../../api/index.ts';

/** One change of an object in a store. `object` is its present state; of a deleted object, its last known state. */
export type Change =
  | { readonly type: 'added' | 'deleted'; readonly object: StoredObject; readonly origin: ChangeOrigin }
  | {
      readonly type: 'updated';
      readonly object: StoredObject;
      readonly previous: StoredObject;
      readonly origin: ChangeOrigin;
    };

/**
 * The way in which a change became known.
 *
 * `watch`: by a watch event, one for each version of the object. `list`: by comparison with a list, at the start or
 * after the watch had to list again; versions in between, even a deletion and a new creation, may be missing.
 */
export type ChangeOrigin = 'list' | 'watch';

/** The part of a store that one watch fills: the objects of one namespace, or of all. */
export interface StorePart {
  /** Undefined: all. */
  readonly namespace: string | undefined;
  /** The list state of the kind. A part whose kind isn't served or listed is empty. */
  readonly listState: ListState;
  /** True if the first whole list has arrived, or the kind is known not to be served. */
  readonly isReady: boolean;
  /** True if it isn't ready, and a start should wait for it. */
  readonly isAwaited: boolean;
  /** The version up to which no change is missing; `0` before the first list. */
  readonly resourceVersion: string;
}

/** A writer's report to subscribers: a change, a part that is complete up to its version, or another list state. */
export type StoreEvent = Change | StorePart | 'list-state';

/** A subscriber of a store. It is called synchronously and in order, after the store shows the whole change. */
export interface StoreSubscriber {
  changed(change: Change): void;

  /** A part is now complete up to its version, though perhaps nothing has changed: after a list or a bookmark. */
  progressed(part: StorePart): void;

  /**
   * The list state of the kind has changed: the API server stopped serving it, serves it again, or its first list has
   * arrived late.
   */
  listStateChanged(): void;
}
