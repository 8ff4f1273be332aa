// TLS identities go in, dispatchers with open sockets come out. Called by the HTTP transport for every request.
// Of undici only what opens connections is loaded: the rest of it, `fetch` and WebSockets among it, is 600 KB of sources.

import { createSecureContext, type SecureContext } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import connectThrough from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import { ConnectionError, type Peer } from './connection-error.ts';
import type { Credentials } from './credentials/credentials.ts';
import type { TlsIdentity } from './credentials/identity.ts';

/** Which connections a request takes: `requests` share a few, each of the `watches` has its own. */
export type Lane = 'requests' | 'watches';

type Lanes = Readonly<Record<Lane, Dispatcher>>;

/**
 * How many connections the requests of one client share, opened as they are needed.
 *
 * More requests at a time make the API server slower, not faster: its CPU is the limit.
 */
export const requestSocketCount = 8;

/** Below the 90 s after which an API server closes an idle connection, so that it is we who do. */
const idleMs = 60_000;

const connectMs = 10_000;

/** Node asks a silent peer ten more times, a second apart, before it gives up: 40 s in all. */
const keepAliveDelayMs = 30_000;

/**
 * The open connections to one server.
 *
 * A new TLS identity takes effect with the next request; what runs on connections of the last one is left to end.
 */
export class Connections {
  readonly #credentials: Credentials;
  #tls: TlsIdentity | undefined;
  #lanes: Lanes | undefined;
  readonly #retired = new Set<Dispatcher>();

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
  }

  /**
   * What dispatches requests made with this identity.
   *
   * @throws ConnectionError if no connection can be secured with it.
   */
  dispatcher(lane: Lane, tls: TlsIdentity): Dispatcher {
    if (this.#lanes === undefined || this.#tls !== tls) {
      const next = lanes(this.#credentials, tls);
      this.#retire();
      this.#tls = tls;
      this.#lanes = next;
    }
    return this.#lanes[lane];
  }

  /** Breaks all connections; what runs on them fails with `reason`. */
  async destroy(reason: Error): Promise<void> {
    this.#retire();
    await Promise.all([...this.#retired].map((dispatcher) => dispatcher.destroy(reason)));
  }

  #retire(): void {
    if (this.#lanes === undefined) return;
    for (const dispatcher of Object.values(this.#lanes)) {
      this.#retired.add(dispatcher);
      dispatcher.close(() => this.#retired.delete(dispatcher));
    }
    this.#lanes = undefined;
  }
}

function lanes(credentials: Credentials, tls: TlsIdentity): Lanes {
  const { server, proxy } = credentials;
  const connect = connectOptions(tls, credentials);
  // The clock of the transport watches over answers; a watch may be silent for as long as it likes.
  // HTTP/2 would put all requests and watches on one socket.
  const options = { connect, headersTimeout: 0, bodyTimeout: 0, keepAliveTimeout: idleMs, allowH2: false };
  const open = (connections: number | null): Dispatcher =>
    proxy === undefined
      ? new Pool(server.origin, { ...options, connections })
      : new ProxyAgent({
          ...options,
          connections,
          uri: proxy.href,
          requestTls: connect,
          // What undici's index adds to each dispatcher, and a tunnel begins with.
          clientFactory: (origin, of) => Object.assign(new Pool(origin, of), { connect: connectThrough }),
          proxyTls: { keepAliveInitialDelay: keepAliveDelayMs },
        });
  return { requests: open(requestSocketCount), watches: open(null) };
}

/** One for all connections: left to themselves, each reads the certificates anew, and keeps them. */
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
