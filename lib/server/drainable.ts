import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../clock/index.ts';

/**
 * Closes a server: resolves when its last connection is closed, at the latest after `drainMs` milliseconds. For the
 * first `farewellMs` of these it works as before, but asks clients to use another connection, until all clients have
 * left.
 */
export type Drain = (drainMs: number, farewellMs: number) => Promise<void>;

/**
 * Tracks the connections of a server, so that it can be closed without aborting a request.
 *
 * node:http alone waits for connections in a handshake and for unused ones, which clients keep in reserve. It also
 * asks clients with a request in progress to keep their connection.
 */
export function drainableServer(server: Server, clock: Clock): Drain {
  const connections = new Set<Socket>();
  const unused = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isLeaving = false;
  const follow = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket);
    socket.once('close', () => set.delete(socket));
  };
  server.on('connection', follow(connections));
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', follow(unused));
  server.on('request', (request, response) => {
    unused.delete(request.socket);
    answers.add(response);
    if (isLeaving) response.setHeader('connection', 'close');
    response.once('close', () => {
      answers.delete(response);
      // A response that began before the closing left its connection open.
      if (!server.listening) server.closeIdleConnections();
    });
  });

  async function farewell(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const over = clock.timer(ms, resolve);
    const closing = [...connections].map((socket) => new Promise((closed) => socket.once('close', closed)));
    void Promise.all(closing).then(() => resolve());
    await promise;
    over.cancel();
  }

  return async (drainMs, farewellMs) => {
    isLeaving = true;
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close');
    const cutOff = clock.timer(drainMs, () => {
      for (const socket of connections) socket.destroy();
    });
    if (farewellMs > 0) await farewell(farewellMs);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of unused) socket.destroySoon();
    await closed;
    cutOff.cancel();
  };
}
