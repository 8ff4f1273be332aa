// In: a node server that answers already. Out: a listener that is open, and that drains when it is closed.
// Called by the plain and the TLS listener.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Capacity } from './capacity.ts';
import { drainable } from './drainable.ts';
import type { ListenAddress } from './listen-address.ts';
import { ListenError } from './listen-error.ts';
import type { ListenerPorts } from './listener-ports.ts';

/** An open HTTP server. */
export interface Listener {
  readonly protocol: 'http' | 'https';
  /** The port it really has, also where the system chose it. */
  readonly port: number;

  /**
   * Stops taking connections, closes idle ones at once and lets requests under way finish; cuts off what is left after
   * `drainMs`. Resolves when all connections are closed. Idempotent.
   *
   * @param farewellMs - for how long, before all that, requests are answered as ever, each with the advice to leave the
   * connection: a client that asks on one in the moment in which it is closed loses its request. Less than `drainMs`, of
   * which it is a part; ends when nobody is left. @default 0
   */
  close(drainMs: number, farewellMs?: number): Promise<void>;
}

/** What a server needs of the process, and of its request listener. */
export interface OpenServerPorts extends ListenerPorts {
  /** The one that the request listener asks for each request. */
  readonly capacity: Capacity;
}

/**
 * Opens a server.
 *
 * @param name - which server it is, as messages call it.
 * @throws ListenError if the address is taken, forbidden or not one of this machine.
 */
export async function openServer(
  name: string,
  server: Server,
  address: ListenAddress,
  { capacity, clock, logger }: OpenServerPorts,
): Promise<Listener> {
  const drain = drainable(server, clock);
  server.on('connection', (socket) => capacity.connect(socket));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    logger.debug('request not understood', { server: name, error });
    const refusal = refusalOf(error);
    // A handshake that has failed leaves a socket that never ends: what is written to it waits for the handshake.
    if (refusal === undefined || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\n\r\n`);
    socket.destroySoon();
  });
  await listening(name, server, address);
  server.on('error', (error) => logger.error('server failed', { server: name, error }));
  let closed: Promise<void> | undefined;
  return {
    protocol: server instanceof TlsServer ? 'https' : 'http',
    port: portOf(server, address),
    close: (drainMs, farewellMs = 0) => (closed ??= drain(drainMs, farewellMs)),
  };
}

/** The status line for a request that isn't HTTP, as node:http has it; undefined if the connection itself has failed. */
function refusalOf({ code = '' }: NodeJS.ErrnoException): string | undefined {
  return refusals[code] ?? (code.startsWith('HPE_') ? '400 Bad Request' : undefined);
}

const refusals: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function listening(name: string, server: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException): void =>
      reject(new ListenError(name, refusal(name, address, cause), { cause }));
    server.once('error', refuse);
    server.listen({ ...address }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function refusal(name: string, { host, port }: ListenAddress, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of the ${name} is in use: stop what listens there or choose another port`;
    case 'EACCES':
      return `port ${port} of the ${name} is not allowed to this user: choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `host '${host}' of the ${name} is not an address of this machine: leave it out to listen on all of them`;
    default:
      return `the ${name} can't listen on port ${port}: ${message}`;
  }
}

/** The address of a listening TCP server is an object; only servers on pipes have text. */
function portOf(server: Server, { port }: ListenAddress): number {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}
