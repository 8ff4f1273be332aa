// Reads three watches and records when each resource has converged. Started before the first resource exists; phases
// set the state that it waits for.

import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiServer } from './api-server.ts';
import { listing } from './work.ts';

/** The observed state of one resource and its children. */
interface Observed {
  size?: number;
  generation?: number;
  observedGeneration?: number;
  hasCondition?: boolean;
  replicas?: number;
  hasService?: boolean;
}

/** The fields of an object that the harness reads. */
interface WatchedObject {
  readonly metadata: { readonly name: string; readonly generation?: number };
  readonly spec?: { readonly size?: number; readonly replicas?: number };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly conditions?: readonly { readonly type: string }[];
  };
}

/** The time without progress after which a phase fails. */
const standstillMs = 120_000;

/** Watches all resources and their children, as any client could, and knows which have converged. */
export class Observer {
  readonly #objects = new Map<string, Observed>();
  readonly #unconverged = new Set<string>();
  readonly #ended = new AbortController();
  readonly #watches: Promise<unknown>;
  readonly #listeners = new Set<() => void>();
  #firstChildAt: number | undefined;
  #lastEventAt = performance.now();
  #failure: Error | undefined;

  constructor(api: ApiServer) {
    const watch = async (resource: keyof typeof readers) => {
      // An API server ends the watches of a kind that has just been established. A new watch begins with all existing
      // objects.
      while (!this.#ended.signal.aborted) {
        const path = `${listing[resource]}watch=1&allowWatchBookmarks=true`;
        for await (const line of api.watch(path, this.#ended.signal)) {
          const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: WatchedObject };
          if (type === 'ERROR') break;
          if (type !== 'BOOKMARK') this.#take(resource, type, object);
        }
        this.#forget(resource);
      }
    };
    const resources = ['memcacheds', 'deployments', 'services'] as const;
    this.#watches = Promise.all(resources.map(watch)).catch((error: unknown) => {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    });
  }

  /** The time of the first child since {@link expectFirstChild}, by `performance.now()`. */
  get firstChildAt(): number | undefined {
    return this.#firstChildAt;
  }

  /** Forgets the first observed child. */
  expectFirstChild(): void {
    this.#firstChildAt = undefined;
  }

  /** The numbers of observed and of unconverged resources. */
  get counts(): { readonly known: number; readonly unconverged: number } {
    return { known: this.#objects.size, unconverged: this.#unconverged.size };
  }

  /** Resolves when `count` resources exist and all have converged, with the time of the last event. */
  async converged(count: number): Promise<number> {
    await this.#until(() => this.#objects.size >= count && this.#unconverged.size === 0);
    return this.#lastEventAt;
  }

  /** Resolves when the harness has observed `count` resources. */
  async known(count: number): Promise<void> {
    await this.#until(() => this.#objects.size >= count);
  }

  /** Resolves when the harness has observed these resources with this size. */
  async seen(names: readonly string[], size: number): Promise<void> {
    await this.#until(() => names.every((name) => this.#objects.get(name)?.size === size));
  }

  /** Resolves with the times at which the Deployment and the status of a resource had the new size. */
  async changed(name: string, size: number): Promise<{ childAt: number; statusAt: number }> {
    const observed = (): Observed => this.#objects.get(name) ?? {};
    const at = async (isSeen: () => boolean): Promise<number> => {
      await this.#until(isSeen);
      return this.#lastEventAt;
    };
    const [childAt, statusAt] = await Promise.all([
      at(() => observed().replicas === size),
      at(() => observed().size === size && observed().observedGeneration === observed().generation),
    ]);
    return { childAt, statusAt };
  }

  /** Rejects all waits: no more events will come. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#notify();
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#watches;
  }

  #take(resource: keyof typeof readers, type: string, object: WatchedObject): void {
    this.#lastEventAt = performance.now();
    const { name } = object.metadata;
    const observed = this.#objects.get(name) ?? {};
    if (resource !== 'memcacheds') this.#firstChildAt ??= this.#lastEventAt;
    readers[resource](observed, object, type !== 'DELETED');
    this.#objects.set(name, observed);
    if (hasConverged(observed)) this.#unconverged.delete(name);
    else this.#unconverged.add(name);
    this.#notify();
  }

  /** A watch doesn't report deletions from before its start: only objects of the next watch exist. */
  #forget(resource: keyof typeof readers): void {
    if (resource === 'memcacheds') return;
    for (const [name, observed] of this.#objects) {
      readers[resource](observed, { metadata: { name } }, false);
      this.#unconverged.add(name);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  async #until(isSo: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = () => {
      if (this.#failure !== undefined || isSo()) resolve();
    };
    this.#listeners.add(listener);
    const guard = new AbortController();
    const standstill = this.#standstill(guard.signal);
    try {
      listener();
      await Promise.race([promise, standstill]);
    } finally {
      this.#listeners.delete(listener);
      guard.abort();
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #standstill(signal: AbortSignal): Promise<void> {
    const since = performance.now();
    while (!signal.aborted) {
      await sleep(1_000, undefined, { signal, ref: false }).catch(() => undefined);
      const { known, unconverged } = this.counts;
      if (!signal.aborted && performance.now() - Math.max(since, this.#lastEventAt) > standstillMs)
        throw new Error(
          `nothing has happened for ${standstillMs / 1000} s; ${unconverged} of ${known} have not converged`,
        );
    }
  }
}

const readers = {
  memcacheds(observed: Observed, { metadata, spec, status }: WatchedObject): void {
    observed.size = spec?.size ?? 0;
    observed.generation = metadata.generation ?? 0;
    observed.observedGeneration = status?.observedGeneration ?? 0;
    observed.hasCondition = status?.conditions?.some(({ type }) => type === 'Available') ?? false;
  },
  deployments(observed: Observed, { spec }: WatchedObject, exists: boolean): void {
    observed.replicas = exists ? (spec?.replicas ?? 1) : -1;
  },
  services(observed: Observed, _: WatchedObject, exists: boolean): void {
    observed.hasService = exists;
  },
};

function hasConverged({ size, generation, observedGeneration, hasCondition, replicas, hasService }: Observed): boolean {
  return size === replicas && hasService === true && generation === observedGeneration && hasCondition === true;
}
