// In: changes of objects. Out: the reconciles that follow from them, in the cluster's queue. Implemented by each controller.

import type { ObjectStorage, StoredChange } from '../store/object-storage.ts';
import type { ControllerQueue } from './controller-queue.ts';

/** A controller of the cluster. It looks at the present state only: any change may be missed or repeated. */
export interface ClusterController {
  /** Unique, such as `deployment`. */
  readonly name: string;
  /** Collection → the keys that a change of one of its objects concerns. */
  readonly triggers: Readonly<Record<string, (change: StoredChange) => Iterable<string>>>;
  /**
   * Reconciles one object.
   *
   * @returns the time at which the object is looked at again, in milliseconds since the epoch; undefined for never
   */
  readonly reconcile: (key: string) => Promise<number | undefined>;
}

/** Starts a controller: each change adds the keys that it concerns to the queue. */
export function startController(
  { name, triggers, reconcile }: ClusterController,
  store: ObjectStorage,
  queue: ControllerQueue,
): Reconciles {
  const add = (key: string) => queue.add(`${name} ${key}`, work(key));
  const work = (key: string) => async () => {
    const nextMs = await reconcile(key);
    if (nextMs !== undefined) queue.addAt(nextMs, `${name} ${key}`, work(key));
  };
  for (const [collection, keys] of Object.entries(triggers)) {
    store.subscribe(collection, (change) => {
      for (const key of keys(change)) add(key);
    });
  }
  return { add };
}

/** The reconciles of one controller. */
export interface Reconciles {
  /** Adds a reconcile for another cause than a change. */
  readonly add: (key: string) => void;
}

/** Returns the key of an object that exists after a change. */
export function presentKey({ key, type }: StoredChange): readonly string[] {
  return type === 'DELETED' ? [] : [key];
}
