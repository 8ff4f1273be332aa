import {
  type CachedReference,
  formatGroupVersionKind,
  formatObjectKey,
  type GroupVersionKind,
  groupVersionKind,
  type Index,
  isSameKind,
  type Kind,
  type KubernetesObject,
  type ListState,
  type ObjectKey,
  objectKey,
  resolveViewedKind,
  type StoredObject,
  UnseenKindError,
} from '../../api/index.ts';
import { type CachedKind, type Controller, claimKind, formatLabelSelector, holdsView } from '../../constructs/index.ts';
import { byController, type IndexFunction, isWithheld, type Store } from '../cache/index.ts';
import type { ReconcileCache } from '../reconcile/index.ts';
import type { SharedCaches } from '../shared-caches.ts';
import { byClaimSeries } from './claim-series.ts';
import type { Referrers } from './referrers.ts';

/**
 * The caches of one controller, by kind: the objects that its reconciles read. A read never gives an object without its
 * content.
 */
export class ControllerCache implements ReconcileCache {
  readonly #caches = new Map<string, { readonly cachedKind: CachedKind; readonly store: Store }>();
  readonly #indexes = new Set<IndexFunction>();
  readonly #referrers: Pick<Referrers, 'valuesOf' | 'valuesFor' | 'isReferrer'>;

  /** @param referrers - finds resources by their references. */
  constructor(referrers: Pick<Referrers, 'valuesOf' | 'valuesFor' | 'isReferrer'>) {
    this.#referrers = referrers;
  }

  /** Adds the store of a kind with its indexes. Must be called before the first read. */
  add(cachedKind: CachedKind, store: Store, indexes: readonly IndexFunction[]): void {
    this.#caches.set(formatGroupVersionKind(cachedKind.kind), { cachedKind, store });
    for (const valuesOf of indexes) {
      store.addIndex(valuesOf);
      this.#indexes.add(valuesOf);
    }
  }

  /** Adds the stores of all kinds that a controller watches. Returns them. Must be called before the first read. */
  addAll(
    controller: Controller,
    caches: Pick<SharedCaches, 'storeOf'>,
  ): readonly { readonly cachedKind: CachedKind; readonly store: Store }[] {
    return controller.cachedKinds.map((cachedKind) => {
      const written = [controller.kind, ...controller.prunes];
      const use = written.some((kind) => isSameKind(kind, cachedKind.kind)) ? 'write' : 'read';
      const store = caches.storeOf(cachedKind, use);
      this.add(cachedKind, store, controllerIndexes(controller, cachedKind.kind, this.#referrers.valuesOf));
      return { cachedKind, store };
    });
  }

  /** The store of a kind; undefined if the controller doesn't watch it. */
  storeOf(kind: GroupVersionKind): Store | undefined {
    return this.#caches.get(formatGroupVersionKind(kind))?.store;
  }

  has(reference: CachedReference): boolean {
    const cache = this.#caches.get(formatGroupVersionKind(resolveViewedKind(reference)));
    return cache !== undefined && holdsView(cache.cachedKind, reference);
  }

  listState(kind: Kind, namespace?: string): ListState {
    return this.storeOf(kind)?.listState(namespace) ?? 'listed';
  }

  get(kind: Kind, key: ObjectKey): StoredObject | undefined {
    const object = this.storeOf(kind)?.get(key);
    return object && wholeObjects([object])[0];
  }

  /** The resources of a kind that refer to an object. */
  referrersTo(object: StoredObject, kind: Kind): readonly StoredObject[] {
    const store = this.storeOf(kind);
    if (store === undefined) return [];
    const referrers = this.#referrers;
    const found = referrers
      .valuesFor(object)
      .flatMap((value) =>
        store.indexed(referrers.valuesOf, value).filter((resource) => referrers.isReferrer(resource, object, value)),
      );
    return [...new Set(found)];
  }

  claims(series: ObjectKey): readonly StoredObject[] {
    return wholeObjects(this.storeOf(claimKind)?.indexed(byClaimSeries, formatObjectKey(series), series.namespace));
  }

  ownedBy(kind: Kind, uid: string): readonly StoredObject[] {
    return wholeObjects(this.storeOf(kind)?.indexed(byController, uid));
  }

  list(kind: Kind, namespace?: string, labels?: Readonly<Record<string, string>>): readonly StoredObject[] {
    return wholeObjects(this.storeOf(kind)?.list({ namespace, labels }));
  }

  indexed({ of, valuesOf }: Index, value: string, namespace?: string): readonly StoredObject[] | undefined {
    if (!this.#indexes.has(valuesOf)) return undefined;
    return wholeObjects(this.storeOf(resolveViewedKind(of))?.indexed(valuesOf, value, namespace));
  }

  /** The caches for a reader of all namespaces: without those that are withheld or aren't listed, which must not stop the others. */
  get ofAllNamespaces(): Pick<ReconcileCache, 'get' | 'has' | 'list' | 'indexed' | 'listState'> {
    const whole = (objects: readonly StoredObject[] = []) => objects.filter((object) => !isWithheld(object));
    return {
      get: (kind, key) => this.get(kind, key),
      has: (reference) => this.has(reference),
      listState: (kind) => (this.storeOf(kind)?.isPartlyListed === true ? 'listed' : this.listState(kind)),
      list: (kind, _, labels) => whole(this.storeOf(kind)?.list({ labels })),
      indexed: ({ of, valuesOf }, value) =>
        this.#indexes.has(valuesOf) ? whole(this.storeOf(resolveViewedKind(of))?.indexed(valuesOf, value)) : undefined,
    };
  }

  uncachedReason(kind: Kind, object: KubernetesObject): string | undefined {
    const cache = this.#caches.get(formatGroupVersionKind(kind));
    if (cache === undefined || cache.store.selects(object)) return undefined;
    const title = `${kind.kind} ${formatObjectKey(objectKey(object))}`;
    if (cache.store.partOf(object.metadata.namespace) === undefined) {
      return `${title} lies outside of the namespaces that the operator is confined to: add its namespace, or render it elsewhere`;
    }
    const selector = formatLabelSelector(cache.cachedKind.labelSelector ?? {});
    return `${title} lacks labels that \`owns\` selects its kind by, ${selector}: render them`;
  }
}

/** @throws UnseenKindError if the cache has no memory for the content of one of the objects. */
function wholeObjects(objects: readonly StoredObject[] = []): readonly StoredObject[] {
  const withheld = objects.find(isWithheld);
  if (withheld === undefined) return objects;
  throw new UnseenKindError(groupVersionKind(withheld), { listState: 'over-limit', owner: 'controller' });
}

/**
 * The indexes in a controller's caches: children by the uid of their controller, resources by their references, volume
 * claims by their names without the ordinal, and all objects by the author's indexes.
 *
 * @param byReference - finds resources by their references.
 */
export function controllerIndexes(
  { kind, prunes, references, growsClaims, indexes }: Controller,
  cachedKind: Kind,
  byReference: IndexFunction,
): IndexFunction[] {
  return [
    ...(prunes.some((owned) => isSameKind(owned, cachedKind)) ? [byController] : []),
    ...(references.length > 0 && isSameKind(kind, cachedKind) ? [byReference] : []),
    ...(growsClaims && isSameKind(claimKind, cachedKind) ? [byClaimSeries] : []),
    ...indexes.filter((indexed) => isSameKind(indexed.kind, cachedKind)).map(({ index }) => index.valuesOf),
  ];
}
