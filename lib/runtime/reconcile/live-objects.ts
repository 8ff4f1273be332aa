// In: the caches, and the server's responses to the writes of a reconcile. Out: the objects of the cluster as of that
// moment. Created by each reconcile: for its own steps, which may see everything, and as `live` for the author's
// callbacks.

import type { ApiObject } from 'cdk8s';
import {
  type CachedReference,
  compareObjectKeys,
  formatObjectAddress,
  groupVersionKind,
  type Index,
  isSameKind,
  type Kind,
  type KindReference,
  type Live,
  type LiveSelector,
  type Lookup,
  type ObjectAddress,
  objectKey,
  type PlusConstruct,
  resolveViewedKind,
  type StoredObject,
  UncachedKindError,
  UnknownIndexError,
  UnseenKindError,
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { controllerOf, ownedChild } from '../../render/index.ts';
import type { ReconcileCache } from './reconcile-cache.ts';

/** The caches, and the definition of the controller that they belong to. */
interface LiveScope {
  readonly cache: Pick<ReconcileCache, 'get' | 'has' | 'list' | 'indexed' | 'listState'>;
  readonly controller: Pick<Controller, 'owns' | 'whenNotServed'>;
}

/** The objects as one reconcile sees them: those of the caches, overlaid with the responses to its own writes. */
export class LiveObjects {
  readonly #cache: LiveScope['cache'];
  readonly #controller: LiveScope['controller'];
  readonly #resource: StoredObject | undefined;
  readonly #written = new Map<string, StoredObject>();
  readonly #found = new Map<string, StoredObject>();
  readonly #shownObjects: (readonly StoredObject[])[] = [];

  /** @param resource - undefined outside of reconciles: the objects are those of all namespaces. */
  constructor({ cache, controller }: LiveScope, resource?: StoredObject) {
    this.#cache = cache;
    this.#controller = controller;
    this.#resource = resource;
  }

  /** Adds the server's response to a write of this reconcile. */
  noteWrite(object: StoredObject): void {
    this.#written.set(formatObjectAddress({ kind: groupVersionKind(object), key: objectKey(object) }), object);
  }

  /** Adds an object that the server has and the cache doesn't show: it is stale, or selects other labels. */
  addUncached(object: StoredObject): void {
    this.#found.set(formatObjectAddress({ kind: groupVersionKind(object), key: objectKey(object) }), object);
  }

  /**
   * True if this reconcile uses objects that the cache doesn't show, so that perhaps no watch reports their deletion.
   */
  get hasUncached(): boolean {
    return this.#found.size > 0;
  }

  /** The object under an address, whatever controls it. */
  get(address: ObjectAddress): StoredObject | undefined {
    return this.#freshObject(address) ?? this.#cache.get(address.kind, address.key);
  }

  #freshObject(address: ObjectAddress): StoredObject | undefined {
    // Most reconciles write nothing, and the address as text costs more than all else here.
    if (this.#written.size === 0 && this.#found.size === 0) return undefined;
    const text = formatObjectAddress(address);
    return this.#written.get(text) ?? this.#found.get(text);
  }

  /** The object under an address if the resource controls it. */
  ownedObject(address: ObjectAddress): StoredObject | undefined {
    const object = this.get(address);
    const uid = this.#resource?.metadata.uid;
    return object !== undefined && uid !== undefined && controllerOf(object)?.uid === uid ? object : undefined;
  }

  /** The objects that callbacks have read, in that order. */
  get shown(): readonly StoredObject[] {
    return this.#shownObjects.flat();
  }

  /** Returns the objects as the function that callbacks receive. */
  asLive(): Live {
    const shown = (objects: readonly StoredObject[]) => {
      this.#shownObjects.push(objects);
      return objects;
    };
    const of = (child: ApiObject | PlusConstruct, reference?: KindReference) => {
      const object = this.#childOf(child, reference);
      if (object !== undefined) shown([object]);
      return object;
    };
    const list = (reference: CachedReference, selector?: LiveSelector) => shown(this.#listObjects(reference, selector));
    const indexed = (index: Index, value: string) => shown(this.#indexedObjects(index, value));
    // The caches hold raw JSON of the kinds that they watch: here, and only here, it gets the type of its kind.
    return Object.assign(of, { list, indexed }) as Live;
  }

  #childOf(child: ApiObject | PlusConstruct, reference: KindReference | undefined): StoredObject | undefined {
    const { object, kind } = ownedChild(child, reference, this.#controller.owns);
    const namespace = kind.scope === 'Namespaced' ? object.metadata.namespace : undefined;
    return this.ownedObject({ kind, key: { namespace, name: object.name } });
  }

  #listObjects(reference: CachedReference, { labels = {} }: LiveSelector = {}): readonly StoredObject[] {
    const kind = resolveViewedKind(reference);
    if (!this.#cache.has(reference))
      throw new UncachedKindError(kind, '`owns`, `watches` or `references` of the controller');
    const namespace = this.#namespaceOf(kind);
    this.#refuseUnlisted(kind, namespace);
    const cached = this.#cache.list(kind, namespace, labels);
    return this.#overlaidObjects(kind, cached, (object) => isInSelection(object, namespace, labels));
  }

  #indexedObjects(index: Index, value: string): readonly StoredObject[] {
    const kind = resolveViewedKind(index.of);
    const namespace = this.#namespaceOf(kind);
    const cached = this.#cache.indexed(index, value, namespace);
    if (cached === undefined) throw new UnknownIndexError(index, 'controller');
    this.#refuseUnlisted(kind, namespace);
    const isFound = (object: StoredObject) => index.valuesOf(object).includes(value);
    return this.#overlaidObjects(kind, cached, (object) => isInSelection(object, namespace, {}) && isFound(object));
  }

  /** An unseen list must not look like an empty one. */
  #refuseUnlisted(kind: Kind, namespace: string | undefined): void {
    const listState = this.#cache.listState(kind, namespace);
    if (listState === 'listed' || (listState === 'not-served' && this.#controller.whenNotServed(kind) !== 'report'))
      return;
    throw new UnseenKindError(kind, { listState, owner: 'controller' });
  }

  #namespaceOf({ scope }: Kind): string | undefined {
    return scope === 'Namespaced' ? this.#resource?.metadata.namespace : undefined;
  }

  /** Returns the cached objects, with those that this reconcile has written in their place. */
  #overlaidObjects(
    kind: Kind,
    cached: readonly StoredObject[],
    isSelected: (written: StoredObject) => boolean,
  ): readonly StoredObject[] {
    const written = [...this.#written.values()].filter((object) => isSameKind(groupVersionKind(object), kind));
    if (written.length === 0) return cached;
    const isWritten = (object: StoredObject) =>
      this.#written.has(formatObjectAddress({ kind, key: objectKey(object) }));
    return [...cached.filter((object) => !isWritten(object)), ...written.filter(isSelected)].sort((one, other) =>
      compareObjectKeys(one.metadata, other.metadata),
    );
  }
}

/** Returns lookups in the caches of a controller for a callback that isn't about one resource. */
export function cacheLookup(scope: LiveScope): Lookup {
  const present = () => new LiveObjects(scope).asLive();
  return {
    list: (kind, selector) => present().list(kind, selector),
    indexed: (index, value) => present().indexed(index, value),
  };
}

function isInSelection(
  { metadata }: StoredObject,
  namespace: string | undefined,
  labels: Readonly<Record<string, string>>,
): boolean {
  if (namespace !== undefined && metadata.namespace !== namespace) return false;
  return Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value);
}
