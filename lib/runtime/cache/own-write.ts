import {
  compareResourceVersions,
  type GroupVersionKind,
  groupVersionKind,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import type { Store } from './store.ts';
import type { StorePart } from './store-event.ts';

/** One write of a key that a store doesn't show yet. */
export interface OwnWrite {
  readonly key: string;
  readonly uid: string;
  readonly kind: GroupVersionKind;
  readonly notedAtMs: number;
  /** True if a reconcile has begun without waiting for it any longer. */
  isOverdue: boolean;
  /** Undefined for a deletion. */
  readonly resourceVersion: string | undefined;
  readonly part: StorePart;
  /** Returns its state in the store; `lost`: the object is missing, though the store is past that version. */
  readonly stateInStore: () => 'pending' | 'visible' | 'lost';
}

/** The store of a written object, its part, and the time of the response. */
interface OwnWritePlace {
  readonly store: Store;
  readonly part: StorePart;
  readonly notedAtMs: number;
}

/** Returns a write that has just been answered. @param response - the object as the API server returned it. */
export function ownWrite(key: string, response: StoredObject, { store, part, notedAtMs }: OwnWritePlace): OwnWrite {
  const { uid, resourceVersion } = response.metadata;
  const atFirst = part.resourceVersion;
  return {
    key,
    uid,
    kind: groupVersionKind(response),
    notedAtMs,
    isOverdue: false,
    resourceVersion,
    part,
    stateInStore: () => {
      if (!store.selects(response)) return 'visible';
      if (part.listState === 'not-served' || isWriteLost(part, atFirst)) return 'lost';
      const lead = compareResourceVersions(part.resourceVersion, resourceVersion);
      // Versions that can't be compared come from a non-standard server: the key doesn't wait for them.
      if (Number.isNaN(lead)) return 'visible';
      if (lead < 0) return 'pending';
      return store.get(objectKey(response))?.metadata.uid === uid ? 'visible' : 'lost';
    },
  };
}

/** Returns a deletion that has just been answered. @param deleted - the last known state. */
export function ownDeletion(key: string, deleted: StoredObject, { store, part, notedAtMs }: OwnWritePlace): OwnWrite {
  const { uid } = deleted.metadata;
  const atFirst = part.resourceVersion;
  return {
    key,
    uid,
    kind: groupVersionKind(deleted),
    notedAtMs,
    isOverdue: false,
    resourceVersion: undefined,
    part,
    stateInStore: () => {
      if (isWriteLost(part, atFirst)) return 'lost';
      const stored = store.get(objectKey(deleted));
      const isAlive = stored?.metadata.uid === uid && stored.metadata.deletionTimestamp === undefined;
      return isAlive ? 'pending' : 'visible';
    },
  };
}

/**
 * Returns true if the API server's history was set back behind a write, as by restoring a backup: the write is lost.
 */
function isWriteLost(part: StorePart, atFirst: string): boolean {
  return compareResourceVersions(part.resourceVersion, atFirst) < 0;
}
