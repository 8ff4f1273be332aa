import { Client } from 'undici';
import type { AdminCredential } from './credential-files.ts';

/** A response of the API server. */
export interface ApiServerResponse {
  readonly status: number;
  readonly body: string;
}

/** The few requests that the test kit itself sends, as admin. */
export class ApiServer {
  readonly #client: Client;

  constructor(server: string, { authority, certificate, key }: AdminCredential) {
    this.#client = new Client(server, {
      connect: { ca: authority, cert: certificate, key },
      // None of the requests waits for a condition.
      headersTimeout: 10_000,
      bodyTimeout: 10_000,
    });
  }

  /** @throws Error if there is no response. */
  async get(path: string, signal: AbortSignal): Promise<ApiServerResponse> {
    const { statusCode, body } = await this.#client.request({ method: 'GET', path, signal });
    return { status: statusCode, body: await body.text() };
  }

  /** @throws Error if there is no response. */
  async post(path: string, object: object): Promise<ApiServerResponse> {
    const { statusCode, body } = await this.#client.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(object),
    });
    return { status: statusCode, body: await body.text() };
  }

  /** Closes the connections. Idempotent. */
  async close(): Promise<void> {
    await this.#client.destroy();
  }
}
