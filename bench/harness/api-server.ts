// Connects the harness to the API server as an administrator who is exempt from priority and fairness. Counts its own
// requests, so that the server's figures can be reduced by them. Called by observer and phases.

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { errors, Pool } from 'undici';
import { type RequestCounts, requestCounts, requestName, subtracted } from './request-counts.ts';

/** The status of an API server that still prepares the storage of a new kind, and the wait before the next attempt. */
const notReady = 429;
const retryMs = 200;

/** This number of concurrent requests keeps an API server on two cores busy. */
const connections = 16;

/** A request of the harness to the API server. */
export interface HarnessRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The plural of the kind, as in the server's metrics. */
  readonly resource: string;
  readonly body?: object;
}

/** The harness's client of an API server. */
export class ApiServer {
  readonly #requests: Pool;
  readonly #watches: Pool;
  readonly #sent = new Map<string, number>();

  /** @param kubeconfig - the path of an administrator's kubeconfig, in JSON, with a client certificate. */
  static async connect(kubeconfig: string): Promise<ApiServer> {
    const { clusters, users } = JSON.parse(await readFile(kubeconfig, 'utf8')) as Kubeconfig;
    const [cluster, user] = [clusters[0]?.cluster, users[0]?.user];
    if (cluster === undefined || user === undefined) throw new Error(`${kubeconfig} names no cluster or no user`);
    return new ApiServer(cluster.server, {
      ca: decoded(cluster['certificate-authority-data']),
      cert: decoded(user['client-certificate-data']),
      key: decoded(user['client-key-data']),
    });
  }

  private constructor(server: string, connect: { readonly ca: string; readonly cert: string; readonly key: string }) {
    // Over HTTP/2, all requests would be sent at once: etcd hangs for half a minute when hundreds of transactions wait.
    const options = { connect, allowH2: false };
    this.#requests = new Pool(server, { ...options, connections });
    this.#watches = new Pool(server, { ...options, headersTimeout: 0, bodyTimeout: 0 });
  }

  /**
   * Sends a request, and repeats it until the server is ready for it.
   *
   * @throws Error unless the response is a success.
   */
  async send(request: HarnessRequest): Promise<string> {
    const { method, path, resource, body } = request;
    const answer = await this.#requests.request({
      method,
      path,
      headers: { 'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.body.text();
    this.#count(requestName({ verb: method, resource, code: String(answer.statusCode) }));
    if (answer.statusCode < 300) return text;
    if (answer.statusCode !== notReady) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    await sleep(retryMs);
    return await this.send(request);
  }

  /** Sends many requests, as fast as the server answers them. */
  async sendAll(requests: readonly HarnessRequest[]): Promise<void> {
    await Promise.all(requests.map((request) => this.send(request)));
  }

  /** Yields the lines of a watch until the server ends it; none while the server isn't ready for it. */
  async *watch(path: string, signal: AbortSignal): AsyncGenerator<string> {
    const { statusCode, body } = await this.#watches.request({ method: 'GET', path, signal });
    const resource = new URL(path, 'https://server').pathname.split('/').at(-1) ?? '';
    if (statusCode === 200) {
      try {
        yield* createInterface({ input: body, crlfDelay: Infinity });
      } catch (error) {
        // A broken stream is a watch that has ended.
        if (!(error instanceof errors.SocketError)) throw error;
      } finally {
        this.#count(requestName({ verb: 'WATCH', resource, code: String(statusCode) }));
      }
    } else if (statusCode === notReady) await sleep(retryMs, undefined, { signal });
    else throw new Error(`GET ${path}: ${statusCode} ${await body.text()}`);
  }

  /** Returns the answered requests of all other clients for the kinds of the benchmark. */
  async requestsOfOthers(): Promise<RequestCounts> {
    const { body } = await this.#requests.request({ method: 'GET', path: '/metrics' });
    return subtracted(requestCounts(await body.text()), Object.fromEntries(this.#sent));
  }

  #count(name: string): void {
    this.#sent.set(name, (this.#sent.get(name) ?? 0) + 1);
  }

  async close(): Promise<void> {
    await Promise.all([this.#requests.destroy(), this.#watches.destroy()]);
  }
}

/** The fields of a kubeconfig that the harness reads. */
interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly {
    readonly user: { readonly 'client-certificate-data': string; readonly 'client-key-data': string };
  }[];
}

function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString();
}
