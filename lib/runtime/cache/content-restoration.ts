// In: the memory limit of the caches, and the caches. Out: the content of objects that fit again, from lists of their
// namespaces. Run beside the watches that fill the caches.

import type { StoredObject } from '../../api/index.ts';
import { type Client, type ListPage, pageSize, type Selection } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { CacheLimit } from './cache-limit.ts';
import type { Store } from './store.ts';

/** The dependencies of {@link ContentRestoration}. */
export interface ContentRestorationPorts {
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

/**
 * The time until the next attempt, and its limit. It doubles with each restoration, since every resource is
 * reconciled after one: a tenant who fills and empties a namespace in turns causes little work.
 */
const [firstDelayMs, longestDelayMs] = [30_000, 600_000];

/** Restores the content of objects that fit into the limit again. */
export class ContentRestoration {
  readonly #limit: CacheLimit;
  readonly #caches: readonly RestorableCache[];
  readonly #ports: ContentRestorationPorts;

  constructor(limit: CacheLimit, caches: readonly RestorableCache[], ports: ContentRestorationPorts) {
    this.#limit = limit;
    this.#caches = caches;
    this.#ports = ports;
  }

  /** Restores content until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#ports;
    let delayMs = firstDelayMs;
    while (!signal.aborted) {
      try {
        await clock.sleep(delayMs, signal);
        if (await this.restoreAll(signal)) delayMs = Math.min(2 * delayMs, longestDelayMs);
      } catch (error) {
        if (!signal.aborted) logger.error('the content of cached objects could not be restored', { error });
      }
    }
  }

  /** Restores all content that fits. @returns true if that of a namespace is whole again. */
  async restoreAll(signal: AbortSignal): Promise<boolean> {
    let hasRestored = false;
    this.#limit.beginRestoration();
    for (const cache of this.#caches) {
      for (const namespace of this.#limit.restoring(cache.store)) {
        await this.#restore(cache, namespace, signal);
        if (!cache.store.isWhole(namespace)) continue;
        this.#limit.endRestoration(cache.store, namespace);
        hasRestored ||= !this.#limit.withholds(namespace);
      }
    }
    // Resources of other namespaces may depend on objects that are there, or no longer there.
    if (hasRestored) for (const { store } of this.#caches) store.publish(['list-state']);
    return hasRestored;
  }

  /** Lists a namespace, as long as its objects fit. A failure leaves it for the next attempt. */
  async #restore(cache: RestorableCache, namespace: string | undefined, signal: AbortSignal): Promise<void> {
    const { store, selection } = cache;
    const isOpen = () => this.#limit.restoring(store).includes(namespace) && !store.isWhole(namespace);
    const arriving = this.#limit.beginList(store);
    const transform = (object: StoredObject) => arriving.admit(cache.transform(object));
    let page: ListPage | undefined;
    try {
      while (isOpen() && (page === undefined || page.continue !== undefined)) {
        const options = { ...selection, namespace, limit: pageSize, continue: page?.continue, transform, signal };
        page = await this.#ports.client.list(store.kind, options);
        arriving.end();
        for (const object of page.items) store.restoreContent(object);
        this.#limit.enforce();
      }
    } catch (error) {
      if (signal.aborted) return;
      const fields = { cached: store.kind.plural, namespace, error };
      this.#ports.logger.warn('the objects of a namespace could not be listed to be cached again', fields);
    } finally {
      arriving.end();
    }
  }
}
