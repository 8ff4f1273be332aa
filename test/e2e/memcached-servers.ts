// Compares the pods of a Memcached with its status, in a cluster with its operator. Called by tests.

import { conditionsOf, type StoredObject } from '../../lib/api/index.ts';
import { until } from '../until.ts';
import type { InstalledRelease } from './installed-release.ts';

const resource = 'memcacheds.cache.example.com';

/** The servers of one Memcached in the namespace `default`. */
export class MemcachedServers {
  readonly #release: InstalledRelease;
  readonly #name: string;

  constructor(release: InstalledRelease, name: string) {
    this.#release = release;
    this.#name = name;
  }

  /** Changes the size. */
  async resize(size: number): Promise<void> {
    const patch = JSON.stringify({ spec: { size } });
    await this.#release.kubectl('patch', resource, this.#name, '--type=merge', '-p', patch);
  }

  /** Resolves when `size` pods are Ready and the status names them. @returns their names */
  async settled(size: number): Promise<readonly string[]> {
    let names: readonly string[] = [];
    await until(`${size} servers are Ready, and in the status`, async () => {
      const pods = await this.#release.list('pods', 'default', `memcached_cr=${this.#name}`);
      const memcached = await this.#release.get(resource, this.#name);
      names = pods.map(({ metadata }) => metadata.name).sort();
      return (
        names.length === size && isReady(memcached) && JSON.stringify(nodesOf(memcached)) === JSON.stringify(names)
      );
    });
    return names;
  }
}

function isReady(memcached: StoredObject | undefined): boolean {
  const { observedGeneration } = (memcached?.status ?? {}) as { observedGeneration?: number };
  if (observedGeneration !== memcached?.metadata.generation) return false;
  return conditionsOf(memcached?.status).some(({ type, status }) => type === 'Ready' && status === 'True');
}

function nodesOf(memcached: StoredObject | undefined): readonly string[] {
  return ((memcached?.status ?? {}) as { nodes?: readonly string[] }).nodes ?? [];
}
