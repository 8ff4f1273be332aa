// Measures the processor time of the manager during each request of a tenant, and until the operator has reconciled.
// Used by the drills.

import type { Kind, KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import type { Client } from '../../lib/client/index.ts';

const group = 'tenant.example.com';
const boards: Kind = { group, version: 'v1', kind: 'Board', plural: 'boards', scope: 'Namespaced' };
const oldBoards: Kind = { ...boards, version: 'v1beta1' };
const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };

/** Request → the milliseconds of processor time that the manager used during each. */
export type Times = Map<string, number[]>;

/** A tenant who creates, changes, lists and deletes Boards. */
export class WorkingTenant {
  /** The times of each kind of request, and of the manager's work on Boards. */
  readonly times: Times = new Map();
  readonly #client: Client;
  readonly #namespace: string;
  readonly #managerMs: () => number;
  #count = 0;

  /** @param managerMs - returns the processor time of the manager. */
  constructor(client: Client, namespace: string, managerMs: () => number) {
    this.#client = client;
    this.#managerMs = managerMs;
    this.#namespace = namespace;
  }

  /** Sends each kind of request once. */
  async round(): Promise<void> {
    this.#count += 1;
    const key = { namespace: this.#namespace, name: `calm-${this.#count}` };
    const { namespace } = key;
    const board: KubernetesObject = { apiVersion: `${group}/v1`, kind: 'Board', metadata: key, spec: { edition: 1 } };
    await this.#timed('create', () => this.#client.create(boards, board));
    await this.#timed('reconcile a new one', () => this.#page(key, '1'));
    const spec = { edition: 2 };
    await this.#timed('patch', () => this.#client.patch(boards, key, { type: 'merge', body: { spec } }));
    await this.#timed('reconcile a changed one', () => this.#page(key, '2'));
    await this.#timed('list', () => this.#client.list(boards, { namespace }));
    // As informers do: for the most recent state the API server first converts the objects of all tenants, one by one.
    await this.#timed('list in the older version', () =>
      this.#client.list(oldBoards, { namespace, resourceVersion: '0' }),
    );
    await this.#timed('get in the older version', () => this.#client.get(oldBoards, key));
    await this.#timed('delete', () => this.#client.delete(boards, key));
    await this.#client.delete(configMaps, key);
  }

  /** Resolves when the child of a Board has its edition. */
  async #page({ namespace, name }: { namespace: string; name: string }, edition: string): Promise<void> {
    const selection = { namespace, fieldSelector: `metadata.name=${name}` };
    const isDone = ({ data }: StoredObject) => (data as { edition: string }).edition === edition;
    const { items, resourceVersion } = await this.#client.list(configMaps, selection);
    if (items.some(isDone)) return;
    const stop = new AbortController();
    for await (const event of this.#client.watch(configMaps, { ...selection, resourceVersion, signal: stop.signal })) {
      if (event.type !== 'BOOKMARK' && isDone(event.object)) return stop.abort();
    }
  }

  async #timed<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
    const startMs = this.#managerMs();
    const result = await work();
    this.times.set(title, [...(this.times.get(title) ?? []), this.#managerMs() - startMs]);
    return result;
  }
}

/** Returns the median of sorted numbers. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}
