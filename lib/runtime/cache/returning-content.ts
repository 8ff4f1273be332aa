// In: the memory limit of the caches, and the caches. Out: the content of objects that fit again, from lists of their
// namespaces. Run beside the watches that fill the caches.

import type { StoredObject } from '../../api/index.ts';
import type { Client, ListPage, Selection } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { CacheLimit } from './cache-limit.ts';
import type { Store } from './store.ts';

/** The dependencies of {@link returnContent}. */
export interface ReturningContentPorts {
  readonly client: Pick<Client, 'list'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A store, and the way in which its objects are listed. */
export interface RestorableCache {
  readonly store: Store;
  readonly selection: Selection & { readonly content?: 'metadata' | undefined };
  /** Returns the part of a listed object to hold. */
  readonly transform: (object: StoredObject) => StoredObject;
}

/** The time between attempts: a namespace that grows and shrinks in turns causes no more lists than that. */
const intervalMs = 30_000;

const pageSize = 500;

/** Restores the content of objects whose namespaces fit into the limit again, until `signal` aborts. */
export async function returnContent(
  limit: CacheLimit,
  caches: readonly RestorableCache[],
  ports: ReturningContentPorts,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await ports.clock.sleep(intervalMs, signal);
      limit.beginReturn();
      for (const cache of caches) {
        for (const namespace of limit.returning(cache.store)) {
          await restoreContent(cache, namespace, ports.client, signal);
          if (!cache.store.isWhole(namespace)) continue;
          limit.endReturn(cache.store, namespace);
          if (!limit.withholds(namespace)) for (const { store } of caches) store.publishReturn(namespace);
        }
      }
      limit.enforce();
    } catch (error) {
      if (!signal.aborted) ports.logger.warn('objects could not be listed to be cached again', { error });
    }
  }
}

async function restoreContent(
  { store, selection, transform }: RestorableCache,
  namespace: string | undefined,
  client: Pick<Client, 'list'>,
  signal: AbortSignal,
): Promise<void> {
  let page: ListPage | undefined;
  while (!store.isWhole(namespace) && (page === undefined || page.continue !== undefined)) {
    const options = { ...selection, namespace, limit: pageSize, continue: page?.continue, transform, signal };
    page = await client.list(store.kind, options);
    for (const object of page.items) store.restoreContent(object);
  }
}
