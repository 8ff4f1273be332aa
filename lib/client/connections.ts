// TLS identities go in, dispatchers with open sockets come out. Called by the HTTP transport for every request.
// Of undici only what opens connections is loaded: the rest of it, `fetch` and WebSockets among it, is 600 KB of sources.

import { createSecureContext } from 'node:tls';
import type { buildConnector, Dispatcher } from 'undici';
import Pool from 'undici/lib/dispatcher/pool.js';
import ProxyAgent from 'undici/lib/dispatcher/proxy-agent.js';
import type { Credentials } from './credentials/credentials.ts';
import type { TlsIdentity } from './credentials/identity.ts';

/** Which connections a request takes: `requests` share a few, each of the `watches` has its own. */
export type Lane = 'requests' | 'watches';

type Lanes = Readonly<Record<Lane, Dispatcher>>;

/** More requests at a time make the API server slower, not faster: its CPU is the limit. */
const requestSocketCount = 8;

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

  /** What dispatches requests made with this identity. */
  dispatcher(lane: Lane, tls: TlsIdentity): Dispatcher {
    if (this.#lanes === undefined || this.#tls !== tls) {
      this.#retire();
      this.#tls = tls;
      this.#lanes = lanes(this.#credentials, tls);
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

function lanes({ server, proxy }: Credentials, tls: TlsIdentity): Lanes {
  const connect = connectOptions(tls);
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
          proxyTls: { keepAliveInitialDelay: keepAliveDelayMs },
        });
  return { requests: open(requestSocketCount), watches: open(null) };
}

function connectOptions(tls: TlsIdentity): buildConnector.BuildOptions {
  const { certificateAuthority, certificate, key, serverName, isVerified = true } = tls;
  return {
    timeout: connectMs,
    keepAliveInitialDelay: keepAliveDelayMs,
    rejectUnauthorized: isVerified,
    // One for all connections: left to themselves, each reads the certificates anew, and keeps them.
    secureContext: createSecureContext({
      ...(certificateAuthority !== undefined && { ca: certificateAuthority }),
      ...(certificate !== undefined && { cert: certificate }),
      ...(key !== undefined && { key }),
    }),
    ...(serverName !== undefined && { servername: serverName }),
  };
}
