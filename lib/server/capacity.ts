// In: the connections of one server, with the bytes and requests of each. Out: permission or rejection. Called by the
// server for each connection, and by the request listener for each request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ListenerPorts } from './listener-ports.ts';
import { LogLimiter } from './log-limiter.ts';
import { RequestError } from './request-error.ts';

/**
 * The maximum number of connections of one server. A TLS connection takes about 50 KiB; API servers keep at most 25
 * idle ones each.
 */
export const mostConnections = 256;

/** The maximum number of requests of one server at the same time. */
export const mostRequests = 128;

/**
 * The maximum memory for the bodies of one server's requests, as text and as values: a quarter of the manager's usual
 * limit.
 */
export const mostBodyBytes = 64 * 1024 * 1024;

/** The maximum number of requests of one address, as a part of {@link mostRequests}. */
const mostRequestsOfAddress = mostRequests / 2;

/**
 * The maximum time until a client reads its response. API servers time out their own clients' requests after at most 60
 * s.
 */
const longestUnreadMs = 30_000;

/** API servers, and all clients that use client-go, automatically repeat a request after this time. */
const retryAfterSeconds = 1;

/** The capacity that one request takes, until the response is closed. */
export interface RequestCapacity {
  /**
   * Reserves memory for bytes of the body, or of its parsed value.
   *
   * @throws RequestError with status 503 if there is not enough now, and with 413 if there never is.
   */
  readonly take: (bytes: number) => void;

  /** Marks the body as received. @throws RequestError with status 429 or 503 if too many requests are in progress. */
  readonly answer: () => void;

  /**
   * Marks the response as written. The server may close a connection whose client doesn't read it, at the latest after
   * 30 s.
   */
  readonly answered: () => void;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Frees the capacity of each of its requests. */
  readonly frees: Set<() => void>;
  /** The number of its complete requests without a response. */
  requestCount: number;
  /** The bytes of its requests. */
  bytes: number;
  /** True if it has had a response to a valid request. */
  isServed: boolean;
}

/**
 * Limits the connections of a server, its requests, and the bytes of their bodies.
 *
 * At a limit, it closes a connection without a complete request: of the address with the most, first one without a
 * response so far, then the oldest. So a client with many connections, or with slow bodies, loses its own connections,
 * and not those of an API server.
 */
export class Capacity {
  readonly #server: string;
  readonly #ports: ListenerPorts;
  readonly #logLimiter: LogLimiter;
  readonly #connections = new Map<string, Connection>();
  #requestCount = 0;
  #bytes = 0;

  /** @param server - the name of the server in messages. */
  constructor(server: string, ports: ListenerPorts) {
    this.#server = server;
    this.#ports = ports;
    this.#logLimiter = new LogLimiter(ports.clock);
  }

  /** Accepts a new connection, and closes another one if there are too many. */
  acceptConnection(socket: Socket): void {
    const peer = connectionPeer(socket);
    const connection = newConnection(socket);
    this.#connections.set(peer, connection);
    socket.once('close', () => {
      if (this.#connections.get(peer) === connection) this.#connections.delete(peer);
    });
    if (this.#connections.size <= mostConnections) return;
    const isFree = ({ requestCount }: Connection) => requestCount === 0;
    this.#closeConnection(this.#connectionToClose(() => 1, isFree) ?? connection, 'connections');
  }

  /** Begins a request. */
  beginRequest({ socket }: IncomingMessage, response: ServerResponse): RequestCapacity {
    const connection = this.#connections.get(connectionPeer(socket)) ?? newConnection(socket);
    let [bytes, isAnswering] = [0, false];
    const add = (more: number): void => {
      bytes += more;
      connection.bytes += more;
      this.#bytes += more;
    };
    const count = (isCounted: boolean): void => {
      if (isCounted === isAnswering) return;
      isAnswering = isCounted;
      connection.requestCount += isCounted ? 1 : -1;
      this.#requestCount += isCounted ? 1 : -1;
    };
    const free = (): void => {
      count(false);
      add(-bytes);
      connection.frees.delete(free);
    };
    connection.frees.add(free);
    response.once('close', free);
    return {
      take: (more) => {
        this.#freeCapacity(connection, more);
        // A closed response has already freed its capacity.
        if (connection.frees.has(free)) add(more);
      },
      answer: () => {
        this.#assertFewRequests(connection);
        if (connection.frees.has(free)) count(true);
      },
      answered: () => {
        count(false);
        connection.isServed ||= response.statusCode < 400;
        // After the close of a response, only this timer would keep the request in memory.
        if (!connection.frees.has(free)) return;
        const timer = this.#ports.clock.timer(longestUnreadMs, () => socket.destroy());
        response.once('close', () => timer.cancel());
      },
    };
  }

  #assertFewRequests({ address }: Connection): void {
    if (this.#requestCount >= mostRequests) throw noCapacity;
    let ofAddress = 0;
    for (const known of this.#connections.values()) if (known.address === address) ofAddress += known.requestCount;
    if (ofAddress < mostRequestsOfAddress) return;
    const message = `${mostRequestsOfAddress} requests of this address are in progress: wait for their responses`;
    throw new RequestError(429, message, { retryAfterSeconds });
  }

  #freeCapacity(connection: Connection, bytes: number): void {
    if (connection.bytes + bytes > mostBodyBytes) {
      throw new RequestError(413, `the body has more values than fit into ${mostBodyBytes} bytes of memory`);
    }
    while (this.#bytes + bytes > mostBodyBytes) {
      const own = this.#loadOf(({ bytes: held }) => held).get(connection.address) ?? 0;
      const isLess = ({ requestCount, bytes: held }: Connection, load: number) =>
        requestCount === 0 && held > 0 && load > own + bytes;
      const other = this.#connectionToClose(({ bytes: held }) => held, isLess);
      if (other === undefined) throw noCapacity;
      this.#closeConnection(other, 'bodies');
    }
  }

  /** Returns the connection to close. @param load - its measure. */
  #connectionToClose(
    load: (connection: Connection) => number,
    mayClose: (connection: Connection, loadOfAddress: number) => boolean,
  ): Connection | undefined {
    const loads = this.#loadOf(load);
    let [found, most]: [Connection | undefined, number] = [undefined, -1];
    for (const connection of this.#connections.values()) {
      const held = loads.get(connection.address) ?? 0;
      if (!mayClose(connection, held)) continue;
      if (held > most || (held === most && found?.isServed === true && !connection.isServed)) {
        [found, most] = [connection, held];
      }
    }
    return found;
  }

  #loadOf(load: (connection: Connection) => number): ReadonlyMap<string, number> {
    const loads = new Map<string, number>();
    for (const connection of this.#connections.values()) {
      loads.set(connection.address, (loads.get(connection.address) ?? 0) + load(connection));
    }
    return loads;
  }

  #closeConnection(connection: Connection, short: 'connections' | 'bodies'): void {
    const { socket, address } = connection;
    this.#connections.delete(connectionPeer(socket));
    // Frees the capacity now, since the responses are closed later.
    for (const free of connection.frees) free();
    socket.destroy();
    this.#ports.logger[this.#logLimiter.isNewTopic(short) ? 'warn' : 'debug'](
      'connection closed because of too many connections or requests',
      {
        server: this.#server,
        short,
        address,
      },
    );
  }
}

const noCapacity = new RequestError(503, 'the server has too many requests in progress: try again', {
  retryAfterSeconds,
});

function newConnection(socket: Socket): Connection {
  const { remoteAddress: address = '' } = socket;
  return { socket, address, frees: new Set(), requestCount: 0, bytes: 0, isServed: false };
}

/** Identifies a TLS connection and its TCP connection by the same key. */
function connectionPeer({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
