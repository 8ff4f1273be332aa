// In: requests of the harness itself. Out: responses of the API server, without the proxies and the tested code. Called
// by writers, witnesses and the final comparison.

import { readFile } from 'node:fs/promises';
import { Agent, type Dispatcher } from 'undici';
import { parse } from 'yaml';
import type { StoredObject } from '../../lib/api/index.ts';

/** A request with an error status. */
export class DirectRefusal extends Error {
  override readonly name = 'DirectRefusal';
  readonly status: number;

  constructor(request: string, status: number, body: string) {
    super(`${request} is refused: ${status} ${body.slice(0, 300)}`);
    this.status = status;
  }
}

/** A list from the server. */
export interface DirectList {
  readonly metadata: { readonly resourceVersion: string };
  readonly items: readonly StoredObject[];
}

/** The API server for its admin, without a proxy. */
export class DirectServer {
  readonly #origin: string;
  readonly #agent: Agent;

  /** @param path - the path of a kubeconfig with a client certificate, such as that of a control plane's admin. */
  static async load(path: string): Promise<DirectServer> {
    const { clusters, users } = parse(await readFile(path, 'utf8'));
    const [{ cluster }] = clusters;
    const [{ user }] = users;
    const decoded = (text: string) => Buffer.from(text, 'base64');
    return new DirectServer(cluster.server, {
      ca: decoded(cluster['certificate-authority-data']),
      cert: decoded(user['client-certificate-data']),
      key: decoded(user['client-key-data']),
    });
  }

  private constructor(origin: string, connect: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer }) {
    this.#origin = origin;
    this.#agent = new Agent({ connect, headersTimeout: 0, bodyTimeout: 0 });
  }

  /** @throws DirectRefusal */
  async get<Body>(path: string): Promise<Body> {
    return (await this.#ask('GET', path)) as Body;
  }

  /** @throws DirectRefusal */
  async create(path: string, object: object): Promise<StoredObject> {
    return (await this.#ask('POST', path, { type: 'application/json', content: object })) as StoredObject;
  }

  /** @throws DirectRefusal */
  async patch(path: string, patch: object): Promise<StoredObject> {
    const body = { type: 'application/merge-patch+json', content: patch };
    return (await this.#ask('PATCH', path, body)) as StoredObject;
  }

  /** @throws DirectRefusal */
  async delete(path: string): Promise<void> {
    await this.#ask('DELETE', path);
  }

  /** Returns the bytes of a response that continues until `signal` aborts. @throws DirectRefusal */
  async stream(path: string, signal: AbortSignal): Promise<AsyncIterable<Buffer>> {
    const { statusCode, body } = await this.#agent.request({ origin: this.#origin, path, method: 'GET', signal });
    if (statusCode >= 300) throw new DirectRefusal(`GET ${path}`, statusCode, await body.text());
    return body;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #ask(
    method: Dispatcher.HttpMethod,
    path: string,
    body?: { readonly type: string; readonly content: object },
  ): Promise<unknown> {
    const response = await this.#agent.request({
      origin: this.#origin,
      path,
      method,
      ...(body && { headers: { 'content-type': body.type }, body: JSON.stringify(body.content) }),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new DirectRefusal(`${method} ${path}`, response.statusCode, text);
    return JSON.parse(text);
  }
}
