// In: a node server with a request handler. Out: an open listener that drains when it is closed. Called by the plain
// and the TLS listener.

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../clock/index.ts';
import { type ListenAddress, ListenError } from './listen-address.ts';
import type { RequestListenerPorts } from './request-listener.ts';

/** An open HTTP server. */
export interface Listener {
  readonly protocol: 'http' | 'https';
  /** The actual port, also if the system chose it. */
  readonly port: number;

  /**
   * Stops accepting connections, closes idle ones at once and lets requests in progress finish; aborts the rest after
   * `drainMs`. Resolves when all connections are closed. Idempotent.
   *
   * @param farewellMs - the time before that in which requests are served as before, each with `connection: close`: a
   *   request on a connection that is being closed would be lost. A part of `drainMs`, and less than it; ends early
   *   without clients.
   * @default 0
   */
  close(drainMs: number, farewellMs?: number): Promise<void>;
}

/**
 * Opens a server.
 *
 * @param name - the name of the server in messages.
 * @throws ListenError if the address is in use, forbidden or not one of this machine.
 */
export async function openServer(
  name: string,
  server: Server,
  address: ListenAddress,
  { capacity, clock, logger }: RequestListenerPorts,
): Promise<Listener> {
  const drain = drainableServer(server, clock);
  server.on('connection', (socket) => capacity.acceptConnection(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    logger.debug('request is not valid HTTP', { server: name, error });
    const refusal = badRequestStatus(error);
    // A failed handshake leaves a socket that never ends: a write to it waits for the handshake.
    if (refusal === undefined || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\n\r\n`);
    socket.destroySoon();
  });
  await untilListening(name, server, address);
  server.on('error', (error) => logger.error('server failed', { server: name, error }));
  let closed: Promise<void> | undefined;
  return {
    protocol: server instanceof TlsServer ? 'https' : 'http',
    port: listeningPort(server, address),
    close: (drainMs, farewellMs) => (closed ??= drain(drainMs, farewellMs)),
  };
}

/**
 * Returns the status line for a request that isn't HTTP, as node:http does; undefined if the connection itself has
 * failed.
 */
function badRequestStatus({ code = '' }: NodeJS.ErrnoException): string | undefined {
  return refusals[code] ?? (code.startsWith('HPE_') ? '400 Bad Request' : undefined);
}

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function untilListening(name: string, server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException): void =>
      reject(new ListenError(name, listenErrorMessage(name, address, cause), { cause }));
    server.once('error', refuse);
    server.listen({ ...address }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function listenErrorMessage(
  name: string,
  { host, port }: ListenAddress,
  { code, message }: NodeJS.ErrnoException,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of the ${name} is in use: stop the program that uses it, or choose another port`;
    case 'EACCES':
      return `port ${port} of the ${name} is not allowed for this user: choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `host '${host}' of the ${name} is not an address of this machine: leave it out to listen on all of them`;
    default:
      return `the ${name} can't listen on port ${port}: ${message}`;
  }
}

/** The address of a TCP server is an object; only servers on pipes have text. */
function listeningPort(server: Server, { port }: ListenAddress): number {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}

/**
 * Tracks the connections of a server, so that it can be closed without aborting a request.
 *
 * node:http alone waits for connections in a handshake and for unused ones, which clients keep in reserve. It also
 * asks clients with a request in progress to keep their connection.
 *
 * @returns a function that closes the server, see {@link Listener.close}.
 */
function drainableServer(server: Server, clock: Clock): Listener['close'] {
  const connections = new Set<Socket>();
  const unused = new Set<Socket>();
  const responses = new Set<ServerResponse>();
  let isLeaving = false;
  const track = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket);
    socket.once('close', () => set.delete(socket));
  };
  server.on('connection', track(connections));
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', track(unused));
  server.on('request', (request, response) => {
    unused.delete(request.socket);
    responses.add(response);
    if (isLeaving) response.setHeader('connection', 'close');
    response.once('close', () => {
      responses.delete(response);
      // A response that began before the closing left its connection open.
      if (!server.listening) server.closeIdleConnections();
    });
  });

  return async (drainMs, farewellMs = 0) => {
    isLeaving = true;
    for (const response of responses) if (!response.headersSent) response.setHeader('connection', 'close');
    const cutOff = clock.timer(drainMs, () => {
      for (const socket of connections) socket.destroy();
    });
    if (farewellMs > 0) await untilClosed(connections, clock, farewellMs);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of unused) socket.destroySoon();
    await closed;
    cutOff.cancel();
  };
}

/** Waits until the connections are closed, at most that long. */
async function untilClosed(connections: Iterable<Socket>, clock: Clock, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = clock.timer(longestMs, resolve);
  const closing = [...connections].map((socket) => new Promise((closed) => socket.once('close', closed)));
  void Promise.all(closing).then(() => resolve());
  await promise;
  over.cancel();
}
