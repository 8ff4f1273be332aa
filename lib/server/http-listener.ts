// In: an address and routes. Out: a listening HTTP server. Plain HTTP, for the kubelet and for scrapers inside the
// cluster. Called by the manager, once for each address.

import { Capacity } from './capacity.ts';
import type { Routes } from './endpoint.ts';
import type { ListenAddress } from './listen-address.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { type Listener, openServer } from './open-server.ts';
import { requestListener, requestTimes } from './request-listener.ts';

// An import would load all exports of this module, including WebSockets and `fetch`: 13 MB of memory.
const { createServer } = process.getBuiltinModule('node:http');

// Longer than the usual interval of scrapes, so that a scraper keeps its connection.
const keepAliveMs = 90_000;

/**
 * Opens a listener for plain HTTP.
 *
 * @param server - the name of the server in messages, such as `health server`.
 * @throws ListenError if the address is in use, forbidden or not one of this machine.
 */
export async function listenHttp(
  server: string,
  address: ListenAddress,
  routes: Routes,
  ports: ListenerPorts,
): Promise<Listener> {
  const capacity = new Capacity(server, ports);
  const options = { ...requestTimes, keepAliveTimeout: keepAliveMs };
  const http = createServer(options, requestListener(routes, { ...ports, capacity }));
  return await openServer(server, http, address, { ...ports, capacity });
}
