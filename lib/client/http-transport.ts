// In: an ApiRequest. Out: the server's JSON, a stream of its bytes, or a typed error. Adds credentials, time limits, and the
// retries that are safe. Called by HttpClient.

import type { Duplex } from 'node:stream';
import { ConnectionError } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { ClientMetrics } from '../telemetry/index.ts';
import { requestTarget } from './api-path.ts';
import { type ConnectionGroup, Connections, requestSocketCount } from './connections.ts';
import { awaitedIdentity } from './credentials/awaited-identity.ts';
import type { Credentials, Identity } from './credentials/credentials.ts';
import { errorOfResponse } from './error-response.ts';
import { Exchange, type RequestMessage } from './exchange.ts';
import { RequestLimiter } from './request-limiter.ts';
import { jsonValue } from './response.ts';
import type { ApiRequest, Transport } from './transport.ts';

/** The dependencies of an API server's client. */
export interface TransportOptions {
  readonly clock: Clock;
  /** The client's name in the server's audit log. */
  readonly userAgent: string;
  /** Counts every request, including retries and opened watches. @default not counted */
  readonly metrics?: ClientMetrics | undefined;
}

/** The longest time that an API server works on a request. @see `kube-apiserver --request-timeout` */
const responseMs = 60_000;

/** Shorter in total than the time that watchers wait for a list, so that they receive the server's own Retry-After. */
const tooManyRequests = { retryCount: 5, longestWaitMs: 30_000 };

/** One attempt to send a request. */
interface Sending {
  readonly lane: ConnectionGroup;
  readonly identity: Identity;
  readonly signal: AbortSignal | undefined;
  /** Called once, when the response has been read or has failed. */
  readonly released: () => void;
}

/**
 * The HTTP transport to one API server.
 *
 * Up to eight requests run at once; further ones wait for their turn. Namespaces get turns fairly, so that slow responses to
 * one don't occupy all connections; the requests of one keep their order. The time limit of a request begins with its
 * turn.
 */
export class HttpTransport implements Transport {
  readonly #credentials: Credentials;
  readonly #options: TransportOptions;
  readonly #connections: Connections;
  readonly #limiter = new RequestLimiter(requestSocketCount);
  readonly #closing = new AbortController();

  constructor(credentials: Credentials, options: TransportOptions) {
    this.#credentials = credentials;
    this.#options = options;
    this.#connections = new Connections(credentials, options.clock);
  }

  /** @throws ConnectionError if the server can't be reached. */
  async noticesDeadServer(): Promise<boolean> {
    const { tls } = await this.#arrivedIdentity(this.#credentials.identity.current());
    this.#closing.signal.throwIfAborted();
    try {
      return (await this.#connections.dispatcher('watches', tls).noticesDeadServer?.()) === true;
    } catch (error) {
      // The watch for which it is asked isn't sent.
      this.#options.metrics?.requestEnded({ method: 'GET', host: this.#credentials.server.host, code: '<error>' });
      throw error;
    }
  }

  /**
   * Sends a request and returns the JSON of the response.
   *
   * @throws ApiError if the server rejects the request.
   * @throws RangeError if the response is larger than the request allows.
   * @throws ConnectionError if no response comes within a minute of the request's turn.
   * @throws CredentialsError if the credentials don't arrive within a minute.
   */
  async send(request: ApiRequest, signal?: AbortSignal): Promise<unknown> {
    const exchange = await this.#sendUntilAccepted(request, 'requests', signal);
    try {
      return jsonValue(await exchange.response.text(request.longestBytes), this.#credentials);
    } finally {
      exchange.release();
    }
  }

  /**
   * Sends a request and yields the bytes of the response as they arrive, for a response too large to be buffered.
   *
   * @throws ApiError if the server rejects the request.
   * @throws ConnectionError if nothing arrives for a minute, or the connection breaks.
   */
  async *chunks(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const exchange = await this.#sendUntilAccepted(request, 'requests', signal);
    try {
      yield* exchange.chunks();
    } finally {
      exchange.release();
    }
  }

  /**
   * Sends a request and yields the bytes of the response as they arrive, with any delay between them. Ends when the server
   * ends the response.
   *
   * @throws ApiError if the server rejects the request.
   * @throws ConnectionError if no response begins within a minute, or the connection breaks.
   */
  async *stream(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const exchange = await this.#sendUntilAccepted(request, 'watches', signal);
    try {
      exchange.waitWithoutLimit();
      yield* exchange.chunks();
    } finally {
      exchange.release();
    }
  }

  /**
   * Sends a request that switches the protocol of its connection, and returns that connection, which the caller closes.
   *
   * @throws ApiError if the server rejects the request.
   * @throws ConnectionError if the server doesn't switch within a minute.
   */
  async switchedConnection(request: ApiRequest, signal?: AbortSignal): Promise<Duplex> {
    const exchange = await this.#sendUntilAccepted(request, 'streams', signal);
    exchange.release();
    return exchange.response.connection;
  }

  /** Closes all connections. Running requests fail with a ConnectionError. Idempotent. */
  async close(): Promise<void> {
    const closed = new ConnectionError('closed', this.#credentials);
    this.#closing.abort(closed);
    await this.#connections.destroy(closed);
  }

  /** Sends a request until the server accepts it, or no further retry is allowed. */
  async #sendUntilAccepted(
    request: ApiRequest,
    lane: ConnectionGroup,
    signal: AbortSignal | undefined,
  ): Promise<Exchange> {
    const { identity: source } = this.#credentials;
    const { longestRetryWaitMs: longestWaitMs = tooManyRequests.longestWaitMs } = request;
    let refused: Identity | undefined;
    for (let retryCount = 0, waitedMs = 0; ; ) {
      const { exchange, identity } = await this.#sendOnce(request, lane, signal);
      if (exchange.response.status < 300) return exchange;

      const error = await errorOfResponse(exchange, request.call, this.#options.clock);
      if (error.status === 401 && refused === undefined) {
        refused = identity;
        if ((await this.#arrivedIdentity(source.refresh(identity), signal)) !== refused) continue;
      }
      const { retryAfterMs: waitMs } = error;
      const isRetried = lane === 'requests' && error.status === 429 && retryCount < tooManyRequests.retryCount;
      if (!isRetried || waitMs === undefined || waitedMs + waitMs > longestWaitMs) throw error;
      retryCount += 1;
      waitedMs += waitMs;
      await this.#sleep(waitMs, signal);
    }
  }

  /** Sends a request once, when it has its turn, with the current identity. */
  async #sendOnce(
    request: ApiRequest,
    lane: ConnectionGroup,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly exchange: Exchange; readonly identity: Identity }> {
    const endTurn = await this.#takeTurn(request, lane, signal);
    try {
      const identity = await this.#arrivedIdentity(this.#credentials.identity.current(), signal);
      return { identity, exchange: await this.#openExchange(request, { lane, identity, signal, released: endTurn }) };
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  #arrivedIdentity(identity: Identity | Promise<Identity>, signal?: AbortSignal): Identity | Promise<Identity> {
    if (!(identity instanceof Promise)) return identity;
    const { source } = this.#credentials;
    const ended = signal === undefined ? this.#closing.signal : AbortSignal.any([this.#closing.signal, signal]);
    return awaitedIdentity(identity, { source, clock: this.#options.clock, signal: ended });
  }

  /** Watches and streams have connections of their own, so they need no turn. */
  async #takeTurn(
    { call, namespace = call.object?.namespace }: ApiRequest,
    lane: ConnectionGroup,
    signal: AbortSignal | undefined,
  ): Promise<() => void> {
    const closing = this.#closing.signal;
    if (lane !== 'requests') return () => {};
    return await this.#limiter.untilTurn(signal === undefined ? [closing] : [closing, signal], namespace);
  }

  async #openExchange(request: ApiRequest, { lane, identity, signal, released }: Sending): Promise<Exchange> {
    this.#closing.signal.throwIfAborted();
    const { clock, metrics } = this.#options;
    const { method, beforeDispatch } = request;
    const { host } = this.#credentials.server;
    const dispatcher = this.#connections.dispatcher(lane, identity.tls);
    const exchange = new Exchange({ peer: this.#credentials, clock, signal, beforeDispatch, released }, responseMs);
    try {
      await exchange.open(dispatcher, this.#requestMessage(request, identity));
      metrics?.requestEnded({ method, host, code: String(exchange.response.status) });
      return exchange;
    } catch (error) {
      metrics?.requestEnded({ method, host, code: '<error>' });
      throw error;
    }
  }

  #requestMessage(request: ApiRequest, identity: Identity): RequestMessage {
    const { server } = this.#credentials;
    const { method, body, upgrade } = request;
    return {
      origin: server.origin,
      method,
      path: requestTarget(server, request),
      headers: {
        accept: request.accept ?? 'application/json',
        'user-agent': this.#options.userAgent,
        ...(body && { 'content-type': body.type }),
        ...upgrade?.headers,
        ...identity.headers,
      },
      ...(upgrade && { upgrade: upgrade.protocol }),
      body: body === undefined ? null : JSON.stringify(body.content),
    };
  }

  #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const closing = this.#closing.signal;
    return this.#options.clock.sleep(ms, signal === undefined ? closing : AbortSignal.any([signal, closing]));
  }
}
