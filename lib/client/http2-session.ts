// In: a TLS connection whose server speaks HTTP/2, and messages. Out: their responses, as undici's dispatchers deliver them. Called
// by WatchConnections.

import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Clock, Timer } from '../clock/index.ts';
import type { RequestMessage } from './exchange.ts';
import type { IncomingResponse } from './incoming-response.ts';

/** The times of client-go: a server that answers no PING within the second one is dead. */
const pingIntervalMs = 30_000;
const pingResponseMs = 15_000;

/** The most unread bytes of a stream, and of all, so that a stream that isn't read doesn't stop the others. */
const streamWindowBytes = 4 * 2 ** 20;
const sessionWindowBytes = 2 ** 30;

/** The number of streams until the server has named its limit. */
const firstStreamCount = 100;

/**
 * One HTTP/2 connection. It ends with its last stream, when it is closed without one, or when its server no longer answers
 * PINGs.
 */
export class Http2Session {
  readonly #clock: Clock;
  readonly #session: ClientHttp2Session;
  readonly #socket: Socket;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<void>;
  #timer: Timer;
  #streamCount = 0;

  constructor(clock: Clock, origin: string, socket: Socket) {
    const settings = { enablePush: false, initialWindowSize: streamWindowBytes };
    this.#clock = clock;
    this.#socket = socket;
    this.#session = connect(origin, { createConnection: () => socket, settings });
    this.#session.once('connect', () => {
      if (!this.#session.destroyed) this.#session.setLocalWindowSize(sessionWindowBytes);
    });
    // The streams report it.
    this.#session.on('error', () => {});
    this.#session.once('goaway', () => this.#session.close());
    this.#timer = clock.timer(pingIntervalMs, this.#ping);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#session.once('close', () => {
      this.#timer.cancel();
      resolve();
    });
    this.closed = promise;
  }

  /** True if a further message can use the connection. */
  get hasRoom(): boolean {
    const { closed, destroyed, remoteSettings } = this.#session;
    return !closed && !destroyed && this.#streamCount < (remoteSettings?.maxConcurrentStreams ?? firstStreamCount);
  }

  /** Sends a message without a body. */
  dispatch({ method, path, headers }: RequestMessage, response: IncomingResponse): void {
    const stream = this.#session.request({ ...headers, ':method': method, ':path': path });
    const controller = new StreamController(stream);
    let failure = new Error('the server has ended the stream before its end');
    this.#streamCount += 1;
    stream.on('error', (error: Error) => {
      failure = error;
    });
    stream.once('response', (head) => response.onResponseStart(controller, head[':status'] ?? 0, head));
    stream.on('data', (chunk: Buffer) => response.onResponseData(controller, chunk));
    stream.once('close', () => {
      this.#streamCount -= 1;
      if (this.#streamCount === 0) this.#session.close();
      if (stream.readableEnded && !stream.aborted && stream.rstCode === constants.NGHTTP2_NO_ERROR)
        response.onResponseEnd();
      else response.onResponseError(controller, failure);
    });
    response.onRequestStart(controller);
  }

  /** Ends the connection when its running streams have ended. */
  close(): void {
    this.#session.close();
  }

  /** Ends all streams with an error. */
  destroy(reason: Error): void {
    const { closed: isClosing } = this.#session;
    this.#session.destroy(reason);
    // A session that is closing waits until the server has closed the connection, too.
    if (isClosing) this.#socket.destroy();
  }

  readonly #ping = (): void => {
    // The last stream has ended, and the server has not closed the connection since.
    if (this.#session.destroyed) {
      this.#socket.destroy();
      return;
    }
    this.#timer = this.#clock.timer(pingResponseMs, () => {
      const error = new Error(`the server has not answered a PING within ${pingResponseMs / 1000} s`);
      this.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
    this.#session.ping((error) => {
      this.#timer.cancel();
      if (error === null) this.#timer = this.#clock.timer(pingIntervalMs, this.#ping);
    });
  };
}

/** Controls the response on one stream. */
class StreamController implements Dispatcher.DispatchController {
  readonly #stream: ClientHttp2Stream;
  reason: Error | null = null;

  constructor(stream: ClientHttp2Stream) {
    this.#stream = stream;
  }

  get aborted(): boolean {
    return this.reason !== null;
  }

  get paused(): boolean {
    return this.#stream.isPaused();
  }

  abort(reason: Error): void {
    this.reason = reason;
    this.#stream.close(constants.NGHTTP2_CANCEL);
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    this.#stream.resume();
  }
}
