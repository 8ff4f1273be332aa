// In: writes of whole objects. Out: objects of any version that the history covers, and changes after a version. Called by the
// requests and controllers of the embedded API server.

import type { JsonObject } from '../../../api/index.ts';
import { withMetadata } from '../../../built-in/index.ts';
import { getOrMake } from '../../../schema/index.ts';
import { countBefore } from './count-before.ts';

/** One change of a stored object. */
export interface StoredChange {
  readonly collection: string;
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  /** The object after the change; a deleted one has the version of its deletion. */
  readonly object: JsonObject;
  readonly previous: JsonObject | undefined;
}

/** Objects in the order of their keys. */
type Entries = readonly (readonly [key: string, object: JsonObject])[];

interface Collection {
  readonly objects: Map<string, JsonObject>;
  readonly changes: StoredChange[];
  readonly listeners: Set<(change: StoredChange) => void>;
  /** The version of the last change. */
  version: number;
  /** The present objects, once they are listed. */
  present: Entries | undefined;
  /** The objects of the older version that was listed last: lists of it come in pages. */
  past: { readonly version: number; readonly entries: Entries } | undefined;
}

/** The number of changes that a store keeps: more than a kube-apiserver's watch cache keeps of one kind. */
const keptChanges = 10_000;

/** All objects, by resource and key, under one sequence of resource versions. Keeps a limited history of changes. */
export class ObjectStorage {
  readonly #collections = new Map<string, Collection>();
  readonly #listeners = new Set<(change: StoredChange) => void>();
  /** etcd is at 1 before it stores anything. */
  #version = 1;
  /** Versions before this one can no longer be read. */
  #oldest = 1;

  /** The version of the last write. */
  get version(): number {
    return this.#version;
  }

  /** The first version that the history covers. */
  get oldestVersion(): number {
    return this.#oldest;
  }

  get(resource: string, key: string): JsonObject | undefined {
    return this.#collection(resource).objects.get(key);
  }

  /** Stores an object under the next version, and returns it with that version. */
  put(resource: string, key: string, object: JsonObject): JsonObject {
    const { objects } = this.#collection(resource);
    const previous = objects.get(key);
    this.#version += 1;
    const stored = withMetadata(object, { resourceVersion: String(this.#version) });
    objects.set(key, stored);
    this.#record(resource, { type: previous === undefined ? 'ADDED' : 'MODIFIED', key, object: stored, previous });
    return stored;
  }

  /** Removes an object, which takes a version too. */
  remove(resource: string, key: string): JsonObject | undefined {
    const { objects } = this.#collection(resource);
    const previous = objects.get(key);
    if (previous === undefined) return undefined;
    this.#version += 1;
    objects.delete(key);
    const object = withMetadata(previous, { resourceVersion: String(this.#version) });
    this.#record(resource, { type: 'DELETED', key, object, previous });
    return object;
  }

  /** Returns the objects of a resource in the order of their keys, as they were at a version. */
  list(resource: string, version = this.#version): Entries {
    const collection = this.#collection(resource);
    if (version >= collection.version) {
      collection.present ??= sorted(collection.objects);
      return collection.present;
    }
    if (collection.past?.version === version) return collection.past.entries;
    const entries = sorted(this.#past(resource, version));
    collection.past = { version, entries };
    return entries;
  }

  #past(resource: string, version: number): ReadonlyMap<string, JsonObject> {
    const found = new Map(this.#collection(resource).objects);
    for (const { key, previous } of this.changesAfter(resource, version).toReversed()) {
      if (previous === undefined) found.delete(key);
      else found.set(key, previous);
    }
    return found;
  }

  /** Returns the changes of a resource after a version. */
  changesAfter(resource: string, version: number): readonly StoredChange[] {
    const { changes } = this.#collection(resource);
    return changes.slice(countBefore(changes, (change) => change.version <= version));
  }

  /** Calls `listener` with each later change of a resource, and returns the function that ends this. */
  subscribe(resource: string, listener: (change: StoredChange) => void): () => void {
    const { listeners } = this.#collection(resource);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Calls `listener` with each later change of any resource. */
  subscribeAll(listener: (change: StoredChange) => void): void {
    this.#listeners.add(listener);
  }

  /** Forgets the history up to the present version, as etcd's compaction does. */
  compact(): void {
    this.#oldest = this.#version;
    for (const { changes } of this.#collections.values()) changes.length = 0;
  }

  #collection(resource: string): Collection {
    return getOrMake(this.#collections, resource, () => ({
      objects: new Map(),
      changes: [],
      listeners: new Set(),
      version: 0,
      present: undefined,
      past: undefined,
    }));
  }

  #record(resource: string, content: Omit<StoredChange, 'collection' | 'version'>): void {
    const collection = this.#collection(resource);
    const { changes, listeners } = collection;
    const change = { ...content, collection: resource, version: this.#version };
    collection.version = this.#version;
    collection.present = undefined;
    changes.push(change);
    if (changes.length > keptChanges) {
      const [forgotten] = changes.splice(0, changes.length - keptChanges);
      this.#oldest = Math.max(this.#oldest, forgotten?.version ?? 0);
    }
    for (const listener of [...listeners, ...this.#listeners]) listener(change);
  }
}

function sorted(objects: ReadonlyMap<string, JsonObject>): Entries {
  return [...objects].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The stored objects, as far as rules of other kinds read them. */
export interface StoredObjects {
  /** Returns an object by its key, such as `default/a`. */
  get(collection: string, key: string): JsonObject | undefined;
  list(collection: string): readonly (readonly [key: string, object: JsonObject])[];
  /** Calls `listener` with each later change of a collection, and returns the function that ends this. */
  subscribe(collection: string, listener: (change: StoredChange) => void): () => void;
}
