// One request of a client that the proxy has received, for the test to forward, answer or drop. Created by `ApiProxy`
// for each request; used by the test's handle.

import { once } from 'node:events';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';

/** Dependencies of an exchange. */
export interface ProxyRoute {
  /** The dispatcher of the API server. */
  readonly server: Dispatcher;
  readonly origin: string;
  /** Resolves while the network isn't frozen. */
  readonly thawed: () => Promise<void>;
  /** Breaks the client's connection with a reset, which can't be mistaken for its end. */
  readonly reset: () => void;
}

/** A complete response of the API server. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Changes of a forwarded request. */
export interface ForwardOptions {
  /** Path and query. @default as in the request */
  readonly target?: string | undefined;
  /** Replaces headers of the request, by name in lower case. @default as the client sent them */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Maps the bytes of the response's body and its status to the bytes that the client gets. It may end early, wait, or
   * {@link ProxiedExchange.breakOff | break off} the connection.
   *
   * @default unchanged
   */
  readonly mangle?: ((chunks: AsyncIterable<Buffer>, status: number) => AsyncIterable<Buffer>) | undefined;
}

/** Headers that concern one connection, not the request. */
const hopHeaders = new Set(['connection', 'host', 'keep-alive', 'transfer-encoding', 'upgrade', 'content-length']);

/**
 * One request on its way through an `ApiProxy`. The handle must end it by exactly one of {@link forward},
 * {@link reply}, {@link refuse} or {@link drop}, after any delay.
 *
 * No method rejects because a side disconnects: a lost client ends the exchange and aborts {@link signal}, and a lost
 * server breaks the client's connection.
 */
export class ProxiedExchange {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The headers of the request, by name in lower case. */
  readonly headers: IncomingMessage['headers'];
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #route: ProxyRoute;
  readonly #gone = new AbortController();
  #body: Promise<string> | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, route: ProxyRoute) {
    this.method = message.method ?? '';
    this.target = message.url ?? '';
    const { pathname, searchParams } = new URL(this.target, route.origin);
    this.path = pathname;
    this.query = searchParams;
    this.headers = message.headers;
    this.#message = message;
    this.#response = response;
    this.#route = route;
    const over = () => this.#gone.abort(new Error('the exchange is over'));
    response.once('close', over);
    // A request that arrived before its connection broke is still handled; no event of closing follows.
    if (message.socket.destroyed) over();
    response.on('error', () => this.drop());
  }

  /** True for a request with a write. */
  get isWrite(): boolean {
    return this.method !== 'GET';
  }

  get isWatch(): boolean {
    return ['true', '1'].includes(this.query.get('watch') ?? '');
  }

  /** Aborts when the exchange is over: answered, dropped, or left by the client. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /** The body of the request; empty if there is none. */
  body(): Promise<string> {
    this.#body ??= text(this.#message);
    return this.#body;
  }

  /**
   * Sends the request to the server and the response to the client, as it arrives.
   *
   * @returns the status of the client's response when it is complete; undefined if the exchange ended before.
   */
  async forward(options: ForwardOptions = {}): Promise<number | undefined> {
    const { mangle = (chunks: AsyncIterable<Buffer>) => chunks } = options;
    try {
      const { statusCode, headers, body } = await this.#ask(options);
      await this.#route.thawed();
      if (this.signal.aborted) return undefined;
      this.#response.writeHead(statusCode, passedOn(headers));
      this.#response.flushHeaders();
      for await (const chunk of mangle(body, statusCode)) await this.#write(chunk);
      if (this.signal.aborted) return undefined;
      this.#response.end();
      return statusCode;
    } catch (error) {
      return this.#lost(error);
    }
  }

  /**
   * Makes the server execute the request, and withholds its response from the client until {@link reply}.
   *
   * @returns undefined if no response came; then the client's connection has been broken.
   */
  async execute(options: Omit<ForwardOptions, 'mangle'> = {}): Promise<ApiResponse | undefined> {
    try {
      const { statusCode, headers, body } = await this.#ask(options);
      return { status: statusCode, headers: passedOn(headers), body: Buffer.from(await body.arrayBuffer()) };
    } catch (error) {
      return this.#lost(error);
    }
  }

  /** Answers the client. */
  async reply({ status, headers, body }: ApiResponse): Promise<void> {
    await this.#route.thawed();
    if (this.signal.aborted) return;
    this.#response.writeHead(status, headers);
    this.#response.end(body);
  }

  /** Answers the client with an error of an API server. */
  async refuse(status: number, reason: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    const message = `the proxy says ${reason}`;
    const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code: status };
    await this.reply({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
    });
  }

  /** Breaks the client's connection immediately: bytes on the way are lost. Harmless if it is broken. */
  drop(): void {
    this.#route.reset();
    this.#gone.abort(new Error('the exchange has been dropped'));
  }

  /** Breaks the client's connection after the written part of the response has been sent. */
  breakOff(): void {
    // Node sends what has been written only in its next tick.
    this.#response.uncork();
    this.#response.socket?.destroySoon();
    this.#gone.abort(new Error('the exchange has been broken off'));
  }

  /** Waits until the exchange is over. */
  async over(): Promise<void> {
    if (!this.signal.aborted) await once(this.signal, 'abort');
  }

  async #ask({ target = this.target, headers = {} }: ForwardOptions): Promise<Dispatcher.ResponseData> {
    await this.#route.thawed();
    const body = this.isWrite ? await this.body() : null;
    return this.#route.server.request({
      origin: this.#route.origin,
      method: this.method,
      path: target,
      headers: { ...passedOn(this.headers), ...headers },
      body,
      signal: this.signal,
    });
  }

  async #write(chunk: Buffer): Promise<void> {
    await this.#route.thawed();
    if (this.signal.aborted) throw this.signal.reason;
    if (!this.#response.write(chunk)) await once(this.#response, 'drain', { signal: this.signal });
  }

  /** One of the two sides has disconnected, so the other must, too. Any other error is a mistake of the test. */
  #lost(error: unknown): undefined {
    if (this.signal.aborted) return undefined;
    this.drop();
    if (!(error instanceof Error && 'code' in error)) throw error;
    return undefined;
  }
}

function passedOn(headers: IncomingMessage['headers']): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopHeaders.has(name)) kept[name] = value;
  }
  return kept;
}
