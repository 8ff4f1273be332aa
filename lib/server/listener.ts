// An address and routes go in, a listening HTTP server comes out.
// Plain HTTP: what it serves is meant for the kubelet and for scrapers inside the cluster.
// Called by the manager, once for each address.

import { Capacity } from './capacity.ts';
import type { Routes } from './endpoint.ts';
import type { ListenAddress } from './listen-address.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { type Listener, openServer } from './open-server.ts';
import { requestListener, requestTimes } from './request-listener.ts';

// Imported, this module would load all that it names, WebSockets and `fetch` among it: 13 MB of the process.
const { createServer } = process.getBuiltinModule('node:http');

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
  ports: ListenerPorts,
): Promise<Listener> {
  const capacity = new Capacity(server, ports);
  const options = { ...requestTimes, keepAliveTimeout: keepAliveMs };
  const http = createServer(options, requestListener(routes, { ...ports, capacity }));
  return await openServer(server, http, address, { ...ports, capacity });
}
