import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The state of a {@link CloudService}. */
export type ServiceState = 'available' | 'failing' | 'hanging';

/** A cloud service with an entry for each database, which a test can make unreliable. */
export class CloudService implements AsyncDisposable {
  /** Uid → its registration. */
  readonly databases = new Map<string, unknown>();
  /** The uids of all removal requests, with repetitions. */
  readonly removals: string[] = [];
  readonly #server: Server;
  #state: ServiceState = 'available';
  #unanswered: ServerResponse[] = [];

  static async start(): Promise<CloudService> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new CloudService(server);
  }

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#receive(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** The number of requests without a response. */
  get unanswered(): number {
    return this.#unanswered.length;
  }

  /**
   * Changes the state. `failing` answers 503 and does nothing; `hanging` does the work and doesn't answer; pending
   * requests never get a response.
   */
  become(state: ServiceState): void {
    this.#state = state;
    for (const response of this.#unanswered) response.destroy();
    this.#unanswered = [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await once(this.#server.close(), 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '' } = request;
    const uid = url.replace('/databases/', '');
    const body = await text(request);
    if (method === 'DELETE') this.removals.push(uid);
    if (this.#state === 'failing') return void response.writeHead(503).end();
    const isKnown = this.databases.has(uid);
    if (method === 'PUT') this.databases.set(uid, JSON.parse(body));
    if (method === 'DELETE') this.databases.delete(uid);
    if (this.#state === 'hanging') return void this.#unanswered.push(response);
    response.writeHead(method === 'PUT' || isKnown ? 200 : 404).end();
  }
}
