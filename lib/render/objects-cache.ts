import {
  type CachedReference,
  compareObjectKeys,
  groupVersionKind,
  type Index,
  isSameKind,
  type Kind,
  type ObjectKey,
  objectKey,
  resolveViewedKind,
  type StoredObject,
} from '../api/index.ts';
import { type CachedKind, type Controller, holdsView } from '../constructs/index.ts';

/** Objects as the caches of a definition show them, without an API server. */
export class ObjectsCache {
  readonly #cachedKinds: readonly CachedKind[];
  readonly #indexes: readonly Index[];
  readonly #objects: () => Iterable<StoredObject>;

  /** @param objects - returns all objects; called by each lookup. */
  constructor(
    { cachedKinds, indexes }: Pick<Controller, 'cachedKinds' | 'indexes'>,
    objects: () => Iterable<StoredObject>,
  ) {
    this.#cachedKinds = cachedKinds;
    this.#indexes = indexes.map(({ index }) => index);
    this.#objects = objects;
  }

  /** True if the definition names the kind, or the same view of it. Metadata is part of every view. */
  has(reference: CachedReference): boolean {
    const cached = this.#cachedKinds.find(({ kind }) => isSameKind(kind, resolveViewedKind(reference)));
    return cached !== undefined && holdsView(cached, reference);
  }

  /** Returns one object; undefined if there is none. */
  get(kind: Kind, { namespace, name }: ObjectKey): StoredObject | undefined {
    return this.list(kind, namespace).find(({ metadata }) => metadata.name === name);
  }

  /**
   * Returns the objects of a kind in a namespace, or in all, that have all of these labels; sorted by namespace and
   * name.
   */
  list(kind: Kind, namespace?: string, labels: Readonly<Record<string, string>> = {}): readonly StoredObject[] {
    const wanted = Object.entries(labels);
    return [...this.#objects()]
      .filter((object) => isSameKind(groupVersionKind(object), kind))
      .filter(({ metadata }) => namespace === undefined || metadata.namespace === namespace)
      .filter(({ metadata }) => wanted.every(([name, value]) => metadata.labels?.[name] === value))
      .sort((one, other) => compareObjectKeys(objectKey(one), objectKey(other)))
      .map((object) => this.#shown(kind, object));
  }

  /** Returns the objects under one value of an index; undefined if the definition doesn't have the index. */
  indexed(index: Index, value: string, namespace?: string): readonly StoredObject[] | undefined {
    if (!this.#indexes.includes(index)) return undefined;
    return this.list(resolveViewedKind(index.of), namespace).filter((object) => index.valuesOf(object).includes(value));
  }

  #shown(kind: Kind, object: StoredObject): StoredObject {
    const view = this.#cachedKinds.find((cached) => isSameKind(cached.kind, kind))?.view;
    if (view === undefined) return object;
    const { apiVersion, kind: name, metadata } = object;
    return { ...view.keep?.(object), apiVersion, kind: name, metadata };
  }
}
