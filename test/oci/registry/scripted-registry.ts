import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { PackedImage } from '../../../lib/oci/packed-container.ts';

/** A request that the registry got. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Of a form. */
  readonly body: string;
}

/** A server on loopback that serves an image as `team/node`, unless a test answers in its place. */
export class ScriptedRegistry {
  readonly seen: SeenRequest[] = [];
  /** Returns true if it has answered. */
  answer: (request: SeenRequest, response: ServerResponse) => boolean = () => false;
  readonly #server: Server;
  readonly #image: PackedImage | undefined;

  private constructor(image: PackedImage | undefined) {
    this.#image = image;
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  static async start(image?: PackedImage): Promise<ScriptedRegistry> {
    const registry = new ScriptedRegistry(image);
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  /** `127.0.0.1:<port>`. */
  get host(): string {
    const address = this.#server.address();
    assert.ok(address !== null && typeof address === 'object');
    return `127.0.0.1:${address.port}`;
  }

  get paths(): readonly string[] {
    return this.seen.map(({ path }) => path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const seen = { path: request.url ?? '', headers: request.headers, body: String(Buffer.concat(parts)) };
    this.seen.push(seen);
    if (this.answer(seen, response)) return;
    const digest = seen.path.replace(/^.*\//, '').replace('24-slim', this.#image?.root.digest ?? '');
    const found = this.#image?.blobs.find(({ descriptor }) => descriptor.digest === digest);
    if (found === undefined) response.writeHead(404).end('{"errors":[{"message":"unknown here"}]}');
    else response.end(Buffer.concat(found.content));
  }
}

/** Answers each request with this listener. */
export function always(listener: RequestListener) {
  return (_: SeenRequest, response: ServerResponse): boolean => {
    listener(response.req, response);
    return true;
  };
}
