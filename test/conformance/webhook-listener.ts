import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { Duplex } from 'node:stream';
import type { JsonObject } from '../../lib/api/index.ts';
import { ClusterAuthority } from '../../lib/testing/control-plane/cluster-authority.ts';

/** An HTTPS server on loopback with a certificate of its own, for webhooks. */
export class WebhookListener implements AsyncDisposable {
  readonly #close: () => Promise<void>;
  readonly #url: string;
  readonly #caBundle: string;

  static async start(listener: RequestListener): Promise<WebhookListener> {
    const authority = await ClusterAuthority.create();
    const { certificate, key } = await authority.issueServer('webhook');
    const server = createServer({ cert: certificate, key }, listener);
    const sockets = new Set<Duplex>();
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address === null || typeof address === 'string' ? 0 : address.port;
    return new WebhookListener(`https://127.0.0.1:${port}`, authority.certificate, async () => {
      const closed = once(server, 'close');
      server.close();
      // Also those whose handshake isn't over: API servers keep them for 90 seconds.
      for (const socket of sockets) socket.destroy();
      await closed;
    });
  }

  private constructor(url: string, certificate: string, close: () => Promise<void>) {
    this.#url = url;
    this.#caBundle = Buffer.from(certificate).toString('base64');
    this.#close = close;
  }

  /** Returns the address of a path, as configurations have it. */
  client(path: string): JsonObject {
    return { url: `${this.#url}/${path}`, caBundle: this.#caBundle };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}
