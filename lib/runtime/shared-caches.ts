// In: the watched kinds of a process's controllers. Out: a cache for each distinct way of watching a kind. Created by the
// manager; its controllers ask it for stores before anything runs.

import { untilAborted } from '../clock/index.ts';
import { type CachedKind, isSameCachedKind } from '../constructs/index.ts';
import { CacheLimit, ContentRestoration, type Store } from './cache/index.ts';
import type { Runnable } from './runnable.ts';
import { type CacheState, SharedCache, type SharedCacheOptions, type SharedCachePorts } from './shared-cache.ts';

/** The caches of a process: one for all controllers that watch the same objects of a kind, and keep the same fields. */
export class SharedCaches {
  readonly #ports: SharedCachePorts;
  readonly #options: SharedCacheOptions;
  /** The memory of all caches; undefined if it has no limit. */
  readonly limit: CacheLimit | undefined;
  readonly #caches: SharedCache[] = [];
  #isReported = false;

  constructor(ports: SharedCachePorts, options: SharedCacheOptions) {
    this.#ports = ports;
    this.#options = options;
    const { cacheBytes } = options;
    this.limit = cacheBytes === undefined ? undefined : new CacheLimit(cacheBytes, ports.logger);
  }

  /** The store of a watched kind. @param use - `write`: this process writes the objects. */
  storeOf(cachedKind: CachedKind, use: 'read' | 'write'): Store {
    let cache = this.#caches.find((known) => isSameCachedKind(known.cachedKind, cachedKind));
    if (cache === undefined) {
      cache = new SharedCache(cachedKind, this.#ports, { ...this.#options, limit: this.limit });
      this.#caches.push(cache);
    }
    cache.isWritten ||= use === 'write';
    return cache.store;
  }

  /**
   * True if all caches have had their first whole list, except those of third-party kinds that nothing waits for any
   * more.
   */
  get isReady(): boolean {
    return this.#caches.every(({ store }) => !store.isAwaited);
  }

  /** The caches as they are now. */
  get states(): readonly CacheState[] {
    return this.#caches.map((cache, index) => ({ title: this.#titleOf(cache, index), ...cache.state }));
  }

  /**
   * The watches that fill them, and the restoration of content that did not fit. Each has a unique name, also if two
   * watches differ only in the fields that they keep.
   */
  get runnables(): Runnable[] {
    const limit = this.limit;
    const watches = this.#caches.flatMap((cache, index) =>
      cache.runnables(this.#titleOf(cache, index)).map((runnable) => ({
        ...runnable,
        ready: async () => {
          await runnable.ready();
          this.#reportFull();
        },
      })),
    );
    if (limit === undefined) return watches;
    return [...watches, this.#contentRestoration(new ContentRestoration(limit, this.#caches, this.#ports))];
  }

  /** Ready when small namespaces have the content that the first lists left no memory for. */
  #contentRestoration(restoration: ContentRestoration): Runnable {
    const { promise: tried, resolve } = Promise.withResolvers<void>();
    return {
      name: 'content restoration',
      run: async (signal) => {
        await untilAborted(Promise.all(this.#caches.map((cache) => cache.awaited())), signal);
        await restoration.restoreAll(signal);
        resolve();
        await restoration.run(signal);
      },
      ready: () => tried,
    };
  }

  #titleOf({ title }: SharedCache, index: number): string {
    const isNamesake = this.#caches.slice(0, index).some((other) => other.title === title);
    return isNamesake ? `${title} #${index}` : title;
  }

  /** Logs once that all are full, with their sizes. */
  #reportFull(): void {
    if (this.#isReported || !this.isReady) return;
    this.#isReported = true;
    this.#ports.logger.info('caches are full', {
      objectCounts: Object.fromEntries(
        this.#caches.map((cache, index) => [this.#titleOf(cache, index), cache.store.size]),
      ),
      namespaces: this.#options.watchNamespaces ?? 'all',
      ...this.limit?.memory,
    });
  }
}
