// In: writes of whole objects. Out: objects of any version that the history covers, and changes after a version. Called by the
// requests and controllers of the embedded API server.

import type { JsonObject } from '../../../api/index.ts';
import { withMetadata } from '../object.ts';

/** One change of a stored object. */
export interface StoredChange {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly key: string;
  /** The object after the change; a deleted one has the version of its deletion. */
  readonly object: JsonObject;
  readonly previous: JsonObject | undefined;
}

interface Collection {
  readonly objects: Map<string, JsonObject>;
  readonly changes: StoredChange[];
  readonly listeners: Set<(change: StoredChange) => void>;
}

/** The number of changes that a store keeps by default: more than a kube-apiserver's watch cache keeps of one kind. */
const keptChanges = 10_000;

/** All objects, by resource and key, under one sequence of resource versions. Keeps a limited history of changes. */
export class ObjectStorage {
  readonly #collections = new Map<string, Collection>();
  readonly #keptChanges: number;
  readonly #listeners = new Set<(change: StoredChange) => void>();
  /** etcd is at 1 before it stores anything. */
  #version = 1;
  /** Versions before this one can no longer be read. */
  #oldest = 1;

  constructor(options: { readonly keptChanges?: number } = {}) {
    this.#keptChanges = options.keptChanges ?? keptChanges;
  }

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
  list(resource: string, version = this.#version): readonly (readonly [key: string, object: JsonObject])[] {
    const { objects, changes } = this.#collection(resource);
    const found = new Map(objects);
    for (const { version: changed, key, previous } of changes.toReversed()) {
      if (changed <= version) break;
      if (previous === undefined) found.delete(key);
      else found.set(key, previous);
    }
    return [...found].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Returns the changes of a resource after a version. */
  changesAfter(resource: string, version: number): readonly StoredChange[] {
    return this.#collection(resource).changes.filter((change) => change.version > version);
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
    const known = this.#collections.get(resource);
    if (known !== undefined) return known;
    const collection = { objects: new Map(), changes: [], listeners: new Set<(change: StoredChange) => void>() };
    this.#collections.set(resource, collection);
    return collection;
  }

  #record(resource: string, content: Omit<StoredChange, 'version'>): void {
    const { changes, listeners } = this.#collection(resource);
    const change = { ...content, version: this.#version };
    changes.push(change);
    if (changes.length > this.#keptChanges) {
      const [forgotten] = changes.splice(0, changes.length - this.#keptChanges);
      this.#oldest = Math.max(this.#oldest, forgotten?.version ?? 0);
    }
    for (const listener of [...listeners, ...this.#listeners]) listener(change);
  }
}
