// An address and routes go in, a listening HTTP server comes out.
// Plain HTTP: what it serves is meant for the kubelet and for scrapers inside the cluster.
// Called by the manager, once for each address.

import { createServer, type Server } from 'node:http';
import type { Clock } from '../clock/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { type Routes, requestListener } from './endpoint.ts';
import type { ListenAddress } from './listen-address.ts';
import { ListenError } from './listen-error.ts';

/** An open HTTP server. */
export interface Listener {
  /** The port it really has, also where the system chose it. */
  readonly port: number;

  /**
   * Stops taking connections, closes idle ones at once and lets requests under way finish; cuts off what is left after
   * `drainMs`. Resolves when all connections are closed. Idempotent.
   */
  close(drainMs: number): Promise<void>;
}

/** What a listener needs of the process. */
export interface ListenerPorts {
  readonly clock: Clock;
  readonly logger: Logger;
}

// Longer than the usual interval between two scrapes, so that a scraper keeps its connection.
const keepAliveMs = 90_000;

/**
 * Opens a server.
 *
 * @param server - which server it is, as messages call it, such as `health server`.
 * @throws ListenError if the address is taken, forbidden or not one of this machine.
 */
export async function listen(
  server: string,
  address: ListenAddress,
  routes: Routes,
  { clock, logger }: ListenerPorts,
): Promise<Listener> {
  const http = createServer({ keepAliveTimeout: keepAliveMs }, requestListener(routes, logger));
  http.on('request', (_request, response) => {
    // A connection that is busy when the server closes would otherwise stay open for its keep-alive time.
    response.once('close', () => http.listening || http.closeIdleConnections());
  });
  await opened(server, http, address);
  http.on('error', (error) => logger.error('server failed', { server, error }));
  let closed: Promise<void> | undefined;
  return {
    port: portOf(http, address),
    close: (drainMs) => (closed ??= close(http, drainMs, clock)),
  };
}

async function close(http: Server, drainMs: number, clock: Clock): Promise<void> {
  const closed = new Promise<void>((resolve) => http.close(() => resolve()));
  const cutOff = clock.timer(drainMs, () => http.closeAllConnections());
  await closed;
  cutOff.cancel();
}

function opened(server: string, http: Server, address: ListenAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (cause: NodeJS.ErrnoException): void =>
      reject(new ListenError(refusal(server, address, cause), { cause }));
    http.once('error', refuse);
    http.listen({ ...address }, () => {
      http.off('error', refuse);
      resolve();
    });
  });
}

function refusal(server: string, { host, port }: ListenAddress, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} of the ${server} is in use: stop what listens there or choose another port`;
    case 'EACCES':
      return `port ${port} of the ${server} is not allowed to this user: choose a port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `host '${host}' of the ${server} is not an address of this machine: leave it out to listen on all of them`;
    default:
      return `the ${server} can't listen on port ${port}: ${message}`;
  }
}

/** The address of a listening TCP server is an object; only servers on pipes have text. */
function portOf(http: Server, { port }: ListenAddress): number {
  const bound = http.address();
  return typeof bound === 'object' && bound !== null ? bound.port : port;
}
