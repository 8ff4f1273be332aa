// In: what the controllers of a process follow. Out: a store for each distinct way of following a kind, and what fills it.
// Made by the manager; asked by its controllers before anything runs.

import { type FollowedKind, isSameFollowing } from '../constructs/index.ts';
import type { PartitionedStore } from './cache/index.ts';
import type { Runnable } from './runnable/index.ts';
import { SharedCache, type SharedCacheOptions, type SharedCachePorts } from './shared-cache.ts';

/** The caches of a process: one for all controllers that follow the same objects of a kind, and the same of each. */
export class SharedCaches {
  readonly #ports: SharedCachePorts;
  readonly #options: SharedCacheOptions;
  readonly #caches: SharedCache[] = [];
  #isReported = false;

  constructor(ports: SharedCachePorts, options: SharedCacheOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** The store of what is followed. @param use - `write`: of objects that are ours to write. */
  store(followed: FollowedKind, use: 'read' | 'write'): PartitionedStore {
    let cache = this.#caches.find((known) => isSameFollowing(known.followed, followed));
    if (cache === undefined) {
      cache = new SharedCache(followed, this.#ports, this.#options);
      this.#caches.push(cache);
    }
    cache.isWritten ||= use === 'write';
    return cache.store;
  }

  /** Whether all caches have had their first whole list, but for those of others' kinds that nothing waits for any more. */
  get isReady(): boolean {
    return this.#caches.every(({ store }) => !store.isAwaited);
  }

  /** What fills them. Each has a name of its own, also where two differ in what they keep alone. */
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

  /** Says once that all are full, and of what. */
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
