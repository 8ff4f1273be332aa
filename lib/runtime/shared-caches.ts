// In: the watched kinds of a process's controllers. Out: a store for each distinct way of watching a kind, and the
// watchers that fill it. Created by the manager; its controllers ask it for stores before anything runs.

import { type FollowedKind, isSameFollowing } from '../constructs/index.ts';
import type { Store } from './cache/index.ts';
import type { Runnable } from './runnable/index.ts';
import { SharedCache, type SharedCacheOptions, type SharedCachePorts } from './shared-cache.ts';

/** The caches of a process: one for all controllers that watch the same objects of a kind, and keep the same fields. */
export class SharedCaches {
  readonly #ports: SharedCachePorts;
  readonly #options: SharedCacheOptions;
  readonly #caches: SharedCache[] = [];
  #isReported = false;

  constructor(ports: SharedCachePorts, options: SharedCacheOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** The store of a watched kind. @param use - `write`: this process writes the objects. */
  store(followed: FollowedKind, use: 'read' | 'write'): Store {
    let cache = this.#caches.find((known) => isSameFollowing(known.followed, followed));
    if (cache === undefined) {
      cache = new SharedCache(followed, this.#ports, this.#options);
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

  /** The watches that fill them. Each has a unique name, also if two differ only in the fields that they keep. */
  get runnables(): Runnable[] {
    return this.#caches.flatMap((cache, index) =>
      cache.runnables(this.#titleOf(cache, index)).map((runnable) => ({
        ...runnable,
        ready: async () => {
          await runnable.ready();
          this.#report();
        },
      })),
    );
  }

  #titleOf({ title }: SharedCache, index: number): string {
    const isNamesake = this.#caches.slice(0, index).some((other) => other.title === title);
    return isNamesake ? `${title} #${index}` : title;
  }

  /** Logs once that all are full, with their sizes. */
  #report(): void {
    if (this.#isReported || !this.isReady) return;
    this.#isReported = true;
    this.#ports.logger.info('caches are full', {
      objectCounts: Object.fromEntries(
        this.#caches.map((cache, index) => [this.#titleOf(cache, index), cache.store.size]),
      ),
      namespaces: this.#options.watchNamespaces ?? 'all',
    });
  }
}
