// In: TLS identities. Out: dispatchers with open sockets. Called by the HTTP transport for every request. Loads only the parts
// of undici that open connections: the rest, such as `fetch` and WebSockets, is 600 KB of sources.

import { createSecureContext, type SecureContext } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import connectThrough from 'undici/lib/api/api-connect.js';
import connector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { ConnectionError, type Peer } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Credentials, TlsIdentity } from './credentials/credentials.ts';
import type { MessageDispatcher } from './exchange.ts';
import { WatchConnections } from './watch-connections.ts';

/** The groups of connections: requests share a few, watches share one if possible, each of the other streams has its own. */
interface Lanes {
  readonly requests: Dispatcher;
  readonly watches: MessageDispatcher & Partial<Pick<WatchConnections, 'noticesDeadServer'>>;
  readonly streams: Dispatcher;
}

/** The connections that a message uses. */
export type ConnectionGroup = keyof Lanes;

/**
 * The number of connections that the requests of one client share, opened on demand.
 *
 * More concurrent requests make the API server slower, not faster: its CPU is the limit.
 */
export const requestSocketCount = 8;

/** Below the 90 s after which an API server closes an idle connection, so that the client closes it first. */
const idleMs = 60_000;

const connectMs = 10_000;

/** Node probes a silent peer ten more times, a second apart, before it closes the connection: 40 s in all. */
const keepAliveDelayMs = 30_000;

/**
 * The open connections to one server.
 *
 * A new TLS identity takes effect with the next request; running requests end on the connections of the previous one.
 */
export class Connections {
  readonly #credentials: Credentials;
  readonly #clock: Clock;
  #tls: TlsIdentity | undefined;
  #lanes: Lanes | undefined;
  readonly #retired = new Set<MessageDispatcher>();

  constructor(credentials: Credentials, clock: Clock) {
    this.#credentials = credentials;
    this.#clock = clock;
  }

  /**
   * Returns the dispatcher for requests with this identity.
   *
   * @throws ConnectionError if the identity isn't valid for a TLS connection.
   */
  dispatcher<Lane extends ConnectionGroup>(lane: Lane, tls: TlsIdentity): Lanes[Lane] {
    if (this.#lanes === undefined || this.#tls !== tls) {
      const next = openLanes(this.#credentials, tls, this.#clock);
      this.#retireDispatchers();
      this.#tls = tls;
      this.#lanes = next;
    }
    return this.#lanes[lane];
  }

  /** Closes all connections; running requests fail with `reason`. */
  async destroy(reason: Error): Promise<void> {
    this.#retireDispatchers();
    await Promise.all([...this.#retired].map((dispatcher) => dispatcher.destroy(reason)));
  }

  #retireDispatchers(): void {
    if (this.#lanes === undefined) return;
    const { requests, watches, streams } = this.#lanes;
    for (const dispatcher of [requests, watches, streams]) {
      this.#retired.add(dispatcher);
      dispatcher.close(() => this.#retired.delete(dispatcher));
    }
    this.#lanes = undefined;
  }
}

function openLanes(credentials: Credentials, tls: TlsIdentity, clock: Clock): Lanes {
  const { server, proxy } = credentials;
  const connect = connectOptions(tls, credentials);
  // The transport's clock limits the time of responses; a watch may be silent without limit. Requests over HTTP/2 would take a
  // quarter more CPU.
  const options = { connect, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: idleMs, allowH2: false };
  if (proxy === undefined) {
    return {
      requests: new Pool(server.origin, { ...options, connections: requestSocketCount }),
      watches: new WatchConnections({
        peer: credentials,
        clock,
        connect: connector({ ...connect, allowH2: true, preferH2: true }),
        http1: (open) => new Pool(server.origin, { ...options, connect: open, connections: null }),
      }),
      streams: new Pool(server.origin, { ...options, connections: null }),
    };
  }
  const tunnels = (connections: number | null): Dispatcher =>
    new ProxyAgent({
      ...options,
      connections,
      uri: proxy.href,
      requestTls: connect,
      // Undici's index adds this method to each dispatcher, and a tunnel begins with it.
      clientFactory: (origin, of) => Object.assign(new Pool(origin, of), { connect: connectThrough }),
      proxyTls: { keepAliveInitialDelay: keepAliveDelayMs },
    });
  const streams = tunnels(null);
  return { requests: tunnels(requestSocketCount), watches: streams, streams };
}

/**
 * Returns one secure context for all connections. By default, each connection reads and keeps its own copy of the
 * certificates.
 */
function secureContext({ certificateAuthority, certificate, key }: TlsIdentity, peer: Peer): SecureContext {
  try {
    return createSecureContext({
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      ...(certificate !== undefined && { cert: certificate }),
      ...(key !== undefined && { key }),
    });
  } catch (error) {
    throw ConnectionError.from(error, peer);
  }
}

function connectOptions(tls: TlsIdentity, peer: Peer): buildConnector.BuildOptions {
  const { serverName, isVerified = true } = tls;
  return {
    timeout: connectMs,
    keepAliveInitialDelay: keepAliveDelayMs,
    rejectUnauthorized: isVerified,
    secureContext: secureContext(tls, peer),
    ...(serverName !== undefined && { servername: serverName }),
  };
}
