// In: the `reads` of a webhook, and the caches of the process. Out: the `live` of its callbacks, for the namespace of a
// request. Called when the webhooks are created, before the caches are filled.

import {
  type CachedReference,
  type Index,
  isSameKind,
  type LiveSelector,
  type Lookup,
  resolveViewedKind,
  type StoredObject,
  UncachedKindError,
  UnknownIndexError,
  UnseenKindError,
} from '../../api/index.ts';
import { type CachedReadKind, cachedReadKinds, holdsView, type ReadProps } from '../../constructs/index.ts';
import type { Store } from '../cache/index.ts';
import type { SharedCaches } from '../shared-caches.ts';

/** The lookups of one webhook. */
export interface WebhookLookup {
  /** Returns the `live` of one request. @param namespace - that of its object; undefined if it has none. */
  readonly in: (namespace: string | undefined) => Lookup;
  /** The caches that it reads. */
  readonly stores: readonly Store[];
}

interface LookupCache {
  readonly read: CachedReadKind;
  readonly store: Store;
}

/** Creates the lookups of a webhook, in the caches that controllers use, too. */
export function webhookLookup(props: ReadProps, caches: SharedCaches): WebhookLookup {
  const indexes = props.indexes ?? [];
  const cached = cachedReadKinds(props).map((read): LookupCache => {
    const store = caches.storeOf(read, 'read');
    for (const { of, valuesOf } of indexes) {
      if (isSameKind(resolveViewedKind(of), read.kind)) store.addIndex(valuesOf);
    }
    return { read, store };
  });

  function cacheOf(reference: CachedReference): LookupCache {
    const kind = resolveViewedKind(reference);
    const found = cached.find(({ read }) => isSameKind(read.kind, kind) && holdsView(read, reference));
    if (found === undefined) throw new UncachedKindError(kind, '`reads` of the webhook');
    return found;
  }

  function lookup(namespace: string | undefined): Lookup {
    const seen = (reference: CachedReference, find: (store: Store, from?: string) => readonly StoredObject[]) => {
      const { read, store } = cacheOf(reference);
      const from = lookupNamespace(read, namespace);
      const listState = store.listState(from);
      // An unlisted kind must not look like an empty one.
      if (listState !== 'listed') throw new UnseenKindError(read.kind, { listState, owner: 'webhook' });
      return find(store, from);
    };
    const untyped = {
      list: (reference: CachedReference, { labels = {} }: LiveSelector = {}) =>
        seen(reference, (store, from) => store.list({ namespace: from, labels })),
      indexed: (index: Index, value: string) => {
        if (!indexes.some(({ valuesOf }) => valuesOf === index.valuesOf)) throw new UnknownIndexError(index, 'webhook');
        return seen(index.of, (store, from) => store.indexed(index.valuesOf, value, from));
      },
    };
    // The caches hold raw JSON of the kinds that they watch: here, and only here, it gets the type of its kind.
    return untyped as Lookup;
  }

  return { in: lookup, stores: cached.map(({ store }) => store) };
}

/** Undefined: all namespaces, or none. */
function lookupNamespace({ kind, namespaces }: CachedReadKind, own: string | undefined): string | undefined {
  return kind.scope === 'Cluster' || namespaces === 'all' ? undefined : own;
}
