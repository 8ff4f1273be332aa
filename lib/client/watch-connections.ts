// In: messages that open watches. Out: their responses. Called by Connections. All watches share an HTTP/2 connection; where the
// server speaks only HTTP/1.1, each has its own.

import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { ConnectionError, type Peer } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { MessageDispatcher, RequestMessage } from './exchange.ts';
import { Http2Session } from './http2-session.ts';
import type { IncomingResponse } from './incoming-response.ts';

/** The server of {@link WatchConnections}, and the ways to it. */
export interface WatchConnectionOptions {
  readonly peer: Peer;
  readonly clock: Clock;
  /** Opens a connection, and lets the server choose HTTP/2 or HTTP/1.1. */
  readonly connect: buildConnector.connector;
  /** Returns a dispatcher for HTTP/1.1. @param connect - opens its connections. */
  readonly http1: (connect: buildConnector.connector) => MessageDispatcher;
}

/** The connections of the watches of one client with one TLS identity. */
export class WatchConnections implements MessageDispatcher {
  readonly #options: WatchConnectionOptions;
  readonly #sessions = new Set<Http2Session>();
  #opening: Promise<void> | undefined;
  #http1: MessageDispatcher | undefined;
  /** The connection by which the server was found to speak HTTP/1.1 only, until a watch uses it. */
  #unused: Socket | undefined;
  #ended: Error | undefined;

  constructor(options: WatchConnectionOptions) {
    this.#options = options;
  }

  /**
   * Resolves with true if the server speaks HTTP/2, whose PINGs show that it lives. Opens a connection if there is none.
   *
   * @throws ConnectionError if the server can't be reached.
   */
  async noticesDeadServer(): Promise<boolean> {
    if (this.#http1 === undefined && this.#sessions.size === 0) await this.#opened();
    return this.#http1 === undefined;
  }

  dispatch(message: RequestMessage, response: IncomingResponse): void {
    this.#send(message, response).catch((error: unknown) =>
      response.abort(ConnectionError.from(error, this.#options.peer)),
    );
  }

  /** Lets running watches end. @param closed - called when they have ended. */
  close(closed: () => void): void {
    void Promise.allSettled([this.#opening]).then(async () => {
      for (const session of this.#sessions) session.close();
      await Promise.all([...this.#sessions].map((session) => session.closed));
      this.#unused?.destroy();
      if (this.#http1 === undefined) closed();
      else this.#http1.close(closed);
    });
  }

  async destroy(reason: Error): Promise<void> {
    this.#ended = reason;
    this.#unused?.destroy();
    for (const session of this.#sessions) session.destroy(reason);
    await this.#http1?.destroy(reason);
  }

  /** Sends a message when a connection has room for it, unless its response has been aborted by then. */
  async #send(message: RequestMessage, response: IncomingResponse): Promise<void> {
    for (;;) {
      if (this.#ended !== undefined) throw this.#ended;
      const connection = this.#http1 ?? [...this.#sessions].find(({ hasRoom }) => hasRoom);
      if (connection !== undefined) {
        if (!response.isEnded) connection.dispatch(message, response);
        return;
      }
      await this.#opened();
    }
  }

  /** Resolves when a further connection is open; several callers wait for the same one. */
  #opened(): Promise<void> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<void> {
    const { clock, peer, connect, http1 } = this.#options;
    const { origin, hostname, host, protocol, port } = peer.server;
    const socket = await new Promise<Socket>((resolve, reject) => {
      connect({ hostname, host, protocol, port }, (...[error, opened]) =>
        error === null ? resolve(opened) : reject(ConnectionError.from(error, peer)),
      );
    });
    if (this.#ended !== undefined) {
      socket.destroy();
      throw this.#ended;
    }
    if ('alpnProtocol' in socket && socket.alpnProtocol === 'h2') {
      const session = new Http2Session(clock, origin, socket);
      this.#sessions.add(session);
      void session.closed.then(() => this.#sessions.delete(session));
    } else {
      this.#unused = socket;
      this.#http1 = http1((options, callback) => {
        const opened = this.#unused;
        this.#unused = undefined;
        if (opened === undefined || opened.destroyed) connect(options, callback);
        // Undici expects the response in a later turn.
        else queueMicrotask(() => callback(null, opened));
      });
    }
  }
}
