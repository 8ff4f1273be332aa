import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../clock/index.ts';

/** Closes a server: resolves when its last connection is closed, `drainMs` milliseconds later at most. */
export type Drain = (drainMs: number) => Promise<void>;

/**
 * Follows the connections of a server, so that it can be closed without cutting off a request.
 *
 * node:http alone lets connections wait that are still shaking hands or have never asked anything, as clients keep some
 * in stock, and tells clients whose request is under way to keep theirs.
 */
export function drainable(server: Server, clock: Clock): Drain {
  const connections = new Set<Socket>();
  const unused = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  const follow = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket);
    socket.once('close', () => set.delete(socket));
  };
  server.on('connection', follow(connections));
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', follow(unused));
  server.on('request', (request, response) => {
    unused.delete(request.socket);
    answers.add(response);
    response.once('close', () => {
      answers.delete(response);
      // An answer that was begun before the closing has left its connection open.
      if (!server.listening) server.closeIdleConnections();
    });
  });

  return async (drainMs) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const answer of answers) if (!answer.headersSent) answer.setHeader('connection', 'close');
    for (const socket of unused) socket.destroySoon();
    const cutOff = clock.timer(drainMs, () => {
      for (const socket of connections) socket.destroy();
    });
    await closed;
    cutOff.cancel();
  };
}
