import { Pool } from 'undici';
import type { ControlPlane } from '../../../lib/testing/index.ts';

/** Reads the etcd of a control plane: API servers never show the version in which an object is stored. */
export class Etcd {
  readonly #pool: Pool;

  constructor({ directory }: ControlPlane) {
    this.#pool = new Pool('http://etcd', { socketPath: `${directory}/etcd.sock` });
  }

  /** Returns the number of objects under a prefix in each version, by `apiVersion`. */
  async storedCounts(prefix: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const value of await this.#values(prefix)) {
      const { apiVersion } = JSON.parse(value) as { readonly apiVersion: string };
      counts[apiVersion] = (counts[apiVersion] ?? 0) + 1;
    }
    return counts;
  }

  /** Compacts the history before now: running lists can't be continued. */
  async compact(): Promise<void> {
    const { header } = await this.#ask<{ readonly header: { readonly revision: string } }>('kv/range', {
      key: encoded('/registry'),
    });
    await this.#ask('kv/compaction', { revision: header.revision });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #values(prefix: string): Promise<string[]> {
    // The end of a range is the first key behind it.
    const end = prefix.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
    const { kvs = [] } = await this.#ask<{ readonly kvs?: readonly { readonly value: string }[] }>('kv/range', {
      key: encoded(prefix),
      range_end: encoded(end),
    });
    return kvs.map(({ value }) => Buffer.from(value, 'base64').toString());
  }

  /** @see https://etcd.io/docs/v3.6/dev-guide/api_grpc_gateway/ */
  async #ask<Result>(path: string, body: object): Promise<Result> {
    const { body: response } = await this.#pool.request({
      method: 'POST',
      path: `/v3/${path}`,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Result;
  }
}

function encoded(key: string): string {
  return Buffer.from(key).toString('base64');
}
