// In: a function that answers lookups. Out: the caches of a controller, whose lookups all pass through it, each with a
// text that identifies it. Called by recordings, which read the caches, and by replays, which have the answers.

import {
  type CachedReference,
  formatGroupVersionKind,
  formatObjectKey,
  groupVersionKind,
  type Index,
  isKindView,
  type KubernetesObject,
  objectKey,
  resolveViewedKind,
} from '../../../api/index.ts';
import type { Controller } from '../../../constructs/index.ts';
import { isShapeBuiltIn } from '../comparison/kind-shape.ts';
import type { ReconcileCache } from '../reconcile-cache.ts';

/**
 * Answers one lookup.
 *
 * @param lookup - equal for equal lookups of all processes.
 * @param read - asks the caches.
 */
export type TracedLookup = <Answer>(lookup: string, read: (cache: ReconcileCache) => Answer) => Answer;

/** Returns caches whose lookups a function answers. */
export function tracedCache(
  lookUp: TracedLookup,
  { indexes, cachedKinds }: Pick<Controller, 'indexes' | 'cachedKinds'>,
): ReconcileCache {
  const title = formatGroupVersionKind;
  // Functions have no name that another process knows: their place in the definition identifies them.
  const indexNumber = (index: Index) => indexes.findIndex((known) => known.index === index);
  const viewNumber = (reference: CachedReference) =>
    isKindView(reference)
      ? cachedKinds.findIndex(({ view }) => view?.keep === reference.keep && view !== undefined)
      : 'all';
  return {
    has: (reference) =>
      lookUp(`has ${title(resolveViewedKind(reference))} ${viewNumber(reference)}`, (cache) => cache.has(reference)),
    get: (kind, key) => lookUp(`get ${title(kind)} ${formatObjectKey(key)}`, (cache) => cache.get(kind, key)),
    list: (kind, namespace = '', labels = {}) =>
      lookUp(`list ${title(kind)} ${namespace} ${JSON.stringify(labels)}`, (cache) =>
        cache.list(kind, namespace === '' ? undefined : namespace, labels),
      ),
    indexed: (index, value, namespace) =>
      lookUp(`index ${indexNumber(index)} ${namespace ?? ''} ${value}`, (cache) =>
        cache.indexed(index, value, namespace),
      ),
    listState: (kind, namespace) =>
      lookUp(`state ${title(kind)} ${namespace ?? ''}`, (cache) => cache.listState(kind, namespace)),
    ownedBy: (kind, uid) => lookUp(`owned ${title(kind)} ${uid}`, (cache) => cache.ownedBy(kind, uid)),
    uncachedReason: (kind, object) =>
      lookUp(`unseen ${title(kind)} ${formatObjectKey(objectKey(object))}`, (cache) =>
        cache.uncachedReason(kind, object),
      ),
    claims: (series) => lookUp(`claims ${formatObjectKey(series)}`, (cache) => cache.claims(series)),
  };
}

/** Returns the lookup of a kind's published shape in a trace; undefined for a kind whose shape is built in. */
export function shapeLookup(object: Pick<KubernetesObject, 'apiVersion' | 'kind'>): string | undefined {
  return isShapeBuiltIn(object) ? undefined : `shape ${formatGroupVersionKind(groupVersionKind(object))}`;
}
