import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** How a {@link CloudService} treats requests. */
export type Mood = 'well' | 'failing' | 'hanging';

/** A cloud service that keeps something for each database, and is as reliable as the test wants. */
export class CloudService implements AsyncDisposable {
  /** Uid → what was registered for it. */
  readonly databases = new Map<string, unknown>();
  /** The uids that somebody asked to remove, as often as they did. */
  readonly removals: string[] = [];
  readonly #server: Server;
  #mood: Mood = 'well';
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

  /** How many requests wait for an answer. */
  get unanswered(): number {
    return this.#unanswered.length;
  }

  /** `failing` answers 503 and does nothing; `hanging` does what is asked and doesn't answer. Who waits for an answer never gets it. */
  become(mood: Mood): void {
    this.#mood = mood;
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
    if (this.#mood === 'failing') return void response.writeHead(503).end();
    const isKnown = this.databases.has(uid);
    if (method === 'PUT') this.databases.set(uid, JSON.parse(body));
    if (method === 'DELETE') this.databases.delete(uid);
    if (this.#mood === 'hanging') return void this.#unanswered.push(response);
    response.writeHead(method === 'PUT' || isKnown ? 200 : 404).end();
  }
}
