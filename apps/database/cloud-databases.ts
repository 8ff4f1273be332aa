import type { ObjectKey } from 'operand';

/** A service outside the cluster with an entry for each Database, such as its backups or its name in the DNS. */
export interface CloudDatabases {
  /** Creates or updates the entry of a Database. */
  register(uid: string, database: CloudDatabase, signal: AbortSignal): Promise<void>;
  /** Removes the entry of a Database, if there is one. */
  remove(uid: string, signal: AbortSignal): Promise<void>;
}

/** A Database as the service knows it. */
export interface CloudDatabase extends ObjectKey {
  readonly engine: string;
  readonly version: string;
}

/** An implementation for installations without such a service. */
export const noCloudDatabases: CloudDatabases = {
  register: () => Promise.resolve(),
  remove: () => Promise.resolve(),
};

/** The service over HTTP: `PUT` and `DELETE` of `databases/<uid>`. */
export class HttpCloudDatabases implements CloudDatabases {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async register(uid: string, database: CloudDatabase, signal: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.#request(uid, { method: 'PUT', headers, body: JSON.stringify(database) }, signal);
    if (!response.ok) throw new Error(`the cloud service answered ${response.status} instead of registering ${uid}`);
  }

  async remove(uid: string, signal: AbortSignal): Promise<void> {
    const response = await this.#request(uid, { method: 'DELETE' }, signal);
    // An earlier attempt has removed the entry, and its answer was lost.
    if (!response.ok && response.status !== 404) {
      throw new Error(`the cloud service answered ${response.status} instead of removing ${uid}`);
    }
  }

  async #request(uid: string, request: RequestInit, signal: AbortSignal): Promise<Response> {
    const patience = AbortSignal.timeout(10_000);
    const url = new URL(`databases/${uid}`, this.#url);
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.any([signal, patience]) });
      await response.body?.cancel();
      return response;
    } catch (error) {
      throw new Error(`the cloud service at ${url.origin} does not answer`, { cause: error });
    }
  }
}
