// In: a definition, and objects. Out: these objects as callbacks read them with `live`. Called by `synth`, with no
// objects, and by tests of callbacks.

import type { ApiObject } from 'cdk8s';
import {
  type CachedReference,
  type Index,
  isSameKind,
  type Kind,
  type KindReference,
  type Live,
  type LiveSelector,
  type Lookup,
  type PlusConstruct,
  resolveViewedKind,
  type StoredObject,
  UncachedKindError,
  UnknownIndexError,
} from '../api/index.ts';
import { cachedReadKinds, type ReadProps } from '../constructs/index.ts';
import { ObjectsCache } from './objects-cache.ts';
import { ownedChild } from './owned-child.ts';

/** The controller's part of {@link controllerLive}. */
export interface ControllerLiveOptions {
  readonly owns: readonly Kind[];
  /** The namespace of the resource; undefined if it has none. */
  readonly namespace: string | undefined;
}

/**
 * Returns the `live` of a controller over given objects. Throws for undeclared kinds as a cache does.
 *
 * All objects of a child's kind and name count as the resource's own, whatever their owner references are.
 */
export function controllerLive(cache: ObjectsCache, { owns, namespace }: ControllerLiveOptions): Live {
  const of = (child: ApiObject | PlusConstruct, reference?: KindReference) => {
    const { object, kind } = ownedChild(child, reference, owns);
    const { namespace: given = namespace } = object.metadata;
    return cache.get(kind, { namespace: kind.scope === 'Namespaced' ? given : undefined, name: object.name });
  };
  const lookup: Lookup = objectsLookup(cache, { of: 'controller', namespaceOf: () => namespace });
  // The objects are raw JSON: here, and only here, they get the types that their kinds promise.
  return Object.assign(of, lookup);
}

/** The definition's part of a lookup. */
interface LookupOptions {
  readonly of: 'controller' | 'webhook';
  /** Returns the namespace in which objects of a kind are looked up; undefined for all. */
  readonly namespaceOf: (kind: Kind) => string | undefined;
}

/** Returns the lookups of a controller or webhook. */
function objectsLookup(cache: ObjectsCache, { of, namespaceOf }: LookupOptions): Lookup {
  const placeOf = (kind: Kind) => (kind.scope === 'Namespaced' ? namespaceOf(kind) : undefined);
  const lookup = {
    list: (reference: CachedReference, { labels }: LiveSelector = {}) => {
      const kind = resolveViewedKind(reference);
      if (cache.has(reference)) return cache.list(kind, placeOf(kind), labels);
      throw new UncachedKindError(kind, declarations[of]);
    },
    indexed: (index: Index, value: string) => {
      const found = cache.indexed(index, value, placeOf(resolveViewedKind(index.of)));
      if (found === undefined) throw new UnknownIndexError(index, of);
      return found;
    },
  };
  return lookup as Lookup;
}

/**
 * Returns the `live` of a webhook over given objects.
 *
 * @param namespace - that of the request's object; undefined if it has none.
 */
export function webhookLive(props: ReadProps, objects: readonly StoredObject[], namespace: string | undefined): Lookup {
  const cachedKinds = cachedReadKinds(props);
  const indexes = (props.indexes ?? []).map((index) => ({ kind: resolveViewedKind(index.of), index }));
  const isReadEverywhere = (kind: Kind) =>
    cachedKinds.some((read) => read.namespaces === 'all' && isSameKind(read.kind, kind));
  return objectsLookup(new ObjectsCache({ cachedKinds, indexes }, () => objects), {
    of: 'webhook',
    namespaceOf: (kind) => (isReadEverywhere(kind) ? undefined : namespace),
  });
}

const declarations = {
  controller: '`owns`, `watches` or `references` of the controller',
  webhook: '`reads` of the webhook',
};
