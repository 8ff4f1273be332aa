// In: the connections of one server, and the bytes and requests that each of them brings. Out: room for them, or not.
// Called by the server for each connection, and by the request listener for each request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ListenerPorts } from './listener-ports.ts';
import { RecentTopics } from './recent-topics.ts';
import { RequestError } from './request-error.ts';

/** Connections of one server. A TLS connection takes about 50 KiB; API servers keep at most 25 idle ones each. */
export const mostConnections = 256;

/** Requests of one server that are answered at the same time. */
export const mostRequests = 128;

/** Memory for the bodies of one server's requests, as text and as values: a quarter of the manager's usual limit. */
export const mostBodyBytes = 64 * 1024 * 1024;

/** The part of {@link mostRequests} that the requests of one address can take. */
const mostRequestsOfAddress = mostRequests / 2;

/** An answer that its client doesn't read. API servers give up their own clients' requests after 60 s at most. */
const longestUnreadMs = 30_000;

/** API servers, and all clients made with client-go, repeat a request after this time by themselves. */
const retryAfterSeconds = 1;

/** The room that one request takes. It is free again when the response is closed. */
export interface RequestRoom {
  /**
   * Takes room for bytes of the body, or of what is parsed from it.
   *
   * @throws RequestError with status 503 if there is none, and with 413 if there never is.
   */
  readonly take: (bytes: number) => void;

  /** Marks the body as received. @throws RequestError with status 429 or 503 if too many requests are being answered. */
  readonly answer: () => void;

  /** Marks the answer as written. A connection whose client doesn't read it gives way to others, and is closed after 30 s. */
  readonly answered: () => void;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Frees the room of each of its requests. */
  readonly frees: Set<() => void>;
  /** The number of its requests that have come wholly and are not answered yet. */
  requestCount: number;
  /** The bytes that its requests hold. */
  bytes: number;
  /** Whether it has had an answer to a request that the server understood. */
  isServed: boolean;
}

/**
 * Bounds the connections of a server, the requests that it answers, and the bytes of their bodies.
 *
 * Where there is no room, connections without a request that has come wholly give way: those of the address that holds
 * most, the ones that have never been answered first, the oldest first. A client that holds many connections, or sends
 * bodies slowly, therefore loses its own and not those of an API server.
 */
export class Capacity {
  readonly #server: string;
  readonly #ports: ListenerPorts;
  readonly #recentTopics: RecentTopics;
  readonly #connections = new Map<string, Connection>();
  #requestCount = 0;
  #bytes = 0;

  /** @param server - which server it is, as messages call it. */
  constructor(server: string, ports: ListenerPorts) {
    this.#server = server;
    this.#ports = ports;
    this.#recentTopics = new RecentTopics(ports.clock);
  }

  /** Takes a new connection, in place of another one if there are too many. */
  connect(socket: Socket): void {
    const peer = peerOf(socket);
    const connection = newConnection(socket);
    this.#connections.set(peer, connection);
    socket.once('close', () => {
      if (this.#connections.get(peer) === connection) this.#connections.delete(peer);
    });
    if (this.#connections.size <= mostConnections) return;
    const isFree = ({ requestCount }: Connection) => requestCount === 0;
    this.#close(this.#leastEntitled(() => 1, isFree) ?? connection, 'connections');
  }

  /** Begins a request. */
  request({ socket }: IncomingMessage, response: ServerResponse): RequestRoom {
    const connection = this.#connections.get(peerOf(socket)) ?? newConnection(socket);
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
        this.#makeRoom(connection, more);
        // A closed response has freed its room, and frees no more.
        if (connection.frees.has(free)) add(more);
      },
      answer: () => {
        this.#assertFewRequests(connection);
        if (connection.frees.has(free)) count(true);
      },
      answered: () => {
        count(false);
        connection.isServed ||= response.statusCode < 400;
        const timer = this.#ports.clock.timer(longestUnreadMs, () => socket.destroy());
        response.once('close', () => timer.cancel());
      },
    };
  }

  #assertFewRequests({ address }: Connection): void {
    if (this.#requestCount >= mostRequests) throw noRoom;
    let ofAddress = 0;
    for (const known of this.#connections.values()) if (known.address === address) ofAddress += known.requestCount;
    if (ofAddress < mostRequestsOfAddress) return;
    const message = `${mostRequestsOfAddress} requests of this address are being answered: wait for their answers`;
    throw new RequestError(429, message, { retryAfterSeconds });
  }

  #makeRoom(connection: Connection, bytes: number): void {
    if (connection.bytes + bytes > mostBodyBytes) {
      throw new RequestError(413, `the body holds more values than fit in ${mostBodyBytes} bytes of memory`);
    }
    while (this.#bytes + bytes > mostBodyBytes) {
      const own = this.#loadOf(({ bytes: held }) => held).get(connection.address) ?? 0;
      const isLess = ({ requestCount, bytes: held }: Connection, load: number) =>
        requestCount === 0 && held > 0 && load > own + bytes;
      const other = this.#leastEntitled(({ bytes: held }) => held, isLess);
      if (other === undefined) throw noRoom;
      this.#close(other, 'bodies');
    }
  }

  /** The connection that gives way, of those that may. @param load - what it counts by. */
  #leastEntitled(
    load: (connection: Connection) => number,
    mayGiveWay: (connection: Connection, loadOfAddress: number) => boolean,
  ): Connection | undefined {
    const loads = this.#loadOf(load);
    let [found, most]: [Connection | undefined, number] = [undefined, -1];
    for (const connection of this.#connections.values()) {
      const held = loads.get(connection.address) ?? 0;
      if (!mayGiveWay(connection, held)) continue;
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

  #close(connection: Connection, short: 'connections' | 'bodies'): void {
    const { socket, address } = connection;
    this.#connections.delete(peerOf(socket));
    // The responses are closed later, and what comes now needs the room.
    for (const free of connection.frees) free();
    socket.destroy();
    this.#ports.logger[this.#recentTopics.isNew(short) ? 'warn' : 'debug'](
      'connection closed to make room for others',
      {
        server: this.#server,
        short,
        address,
      },
    );
  }
}

const noRoom = new RequestError(503, 'the server has too many requests under way: try again', { retryAfterSeconds });

function newConnection(socket: Socket): Connection {
  const { remoteAddress: address = '' } = socket;
  return { socket, address, frees: new Set(), requestCount: 0, bytes: 0, isServed: false };
}

/** The same for a TLS connection and for the TCP connection below it. */
function peerOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
