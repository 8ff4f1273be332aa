import { compareResourceVersions, objectKey, type StoredObject } from '../../api/index.ts';
import type { Store } from './store.ts';
import type { StorePart } from './store-event.ts';

/** One write of a key that a store doesn't show yet. */
export interface OwnWrite {
  readonly key: string;
  /** The object as the API server returned it; of a deletion, its last known state. */
  readonly object: StoredObject;
  readonly isDeletion: boolean;
  readonly store: Store;
  readonly part: StorePart;
  /** The version of the part when the write was answered. */
  readonly partVersion: string;
  readonly notedAtMs: number;
  /** True if a reconcile has begun without waiting for it any longer. */
  isOverdue: boolean;
}

/** Returns the state of a write in its store; `lost`: the object is missing, though the store is past its version. */
export function stateInStore({
  object,
  isDeletion,
  store,
  part,
  partVersion,
}: OwnWrite): 'pending' | 'visible' | 'lost' {
  const { uid, resourceVersion } = object.metadata;
  if (!isDeletion && !store.selects(object)) return 'visible';
  if (!isDeletion && part.listState === 'not-served') return 'lost';
  // The API server's history was set back behind the write, as by restoring a backup.
  if (compareResourceVersions(part.resourceVersion, partVersion) < 0) return 'lost';
  const stored = store.get(objectKey(object));
  if (isDeletion) {
    const isAlive = stored?.metadata.uid === uid && stored.metadata.deletionTimestamp === undefined;
    return isAlive ? 'pending' : 'visible';
  }
  const lead = compareResourceVersions(part.resourceVersion, resourceVersion);
  // Versions that can't be compared come from a non-standard server: the key doesn't wait for them.
  if (Number.isNaN(lead)) return 'visible';
  if (lead < 0) return 'pending';
  return stored?.metadata.uid === uid ? 'visible' : 'lost';
}
