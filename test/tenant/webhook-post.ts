import { Agent, type RequestOptions, request } from 'node:https';

/** A request to a webhook server. */
export interface WebhookPost {
  readonly path: string;
  readonly body: string;
}

/** Sends requests to a webhook server from an address of this machine, on persistent connections. */
export class WebhookClient {
  readonly #options: RequestOptions;

  /** @param localAddress - such as `127.0.0.2`, which a server treats as another pod. */
  constructor(url: string, localAddress: string) {
    const { hostname: host, port } = new URL(url);
    const agent = new Agent({ keepAlive: true });
    this.#options = { host, port, localAddress, agent, method: 'POST', rejectUnauthorized: false };
  }

  /** Returns the status and the body of the response, or the reason why there is none. */
  post({ path, body }: WebhookPost): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const headers = { 'content-type': 'application/json' };
    const sent = request({ ...this.#options, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(`${response.statusCode} ${Buffer.concat(chunks).toString()}`));
      response.on('error', (error) => resolve(String(error)));
    });
    sent.on('error', (error) => resolve(String(error)));
    sent.end(body);
    return promise;
  }
}
