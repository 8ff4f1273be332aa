// In: requests of a client in this process. Out: the responses of the embedded API server, without sockets. Created for the clients of
// an embedded cluster.

import { decodeStatus, type Peer } from '../../../api/index.ts';
import { ApiError, type ApiRequest, ConnectionError, requestTarget, type Transport } from '../../../client/index.ts';
import manifest from '../../../package.json' with { type: 'json' };
import type { EmbeddedApiServer } from '../api-server.ts';
import { parsedJson } from '../json-text.ts';
import type { EmbeddedResponse, WholeResponse } from '../request.ts';
import type { RequestUser } from '../user.ts';

/** The address of an embedded API server in this process, for errors. */
export const directPeer: Peer = { server: new URL('http://embedded.invalid'), source: 'the embedded cluster' };

const userAgent = `operand/${manifest.version}`;

/** Carries requests in this process. Objects are copied in both directions, as bytes would be. */
export class DirectTransport implements Transport {
  readonly #server: EmbeddedApiServer;
  readonly #user: RequestUser;
  readonly #closing = new AbortController();

  constructor(server: EmbeddedApiServer, user: RequestUser) {
    this.#server = server;
    this.#user = user;
  }

  async send(request: ApiRequest, signal?: AbortSignal): Promise<unknown> {
    return parsedJson(JSON.stringify((await this.#whole(request, signal)).body));
  }

  async *chunks(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    yield Buffer.from(JSON.stringify((await this.#whole(request, signal)).body));
  }

  async *stream(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const response = await this.#answer(request, signal);
    if (response.kind === 'whole') throw refusedError(request, response);
    for await (const event of response.events) yield Buffer.from(`${JSON.stringify(event)}\n`);
    signal?.throwIfAborted();
    this.#closing.signal.throwIfAborted();
  }

  async close(): Promise<void> {
    this.#closing.abort(new ConnectionError('closed', directPeer));
  }

  async #whole(request: ApiRequest, signal: AbortSignal | undefined): Promise<WholeResponse> {
    const response = await this.#answer(request, signal);
    if (response.kind === 'stream') throw new TypeError(`${request.path} is answered with a stream`);
    if (response.status >= 300) throw refusedError(request, response);
    return response;
  }

  async #answer(request: ApiRequest, signal: AbortSignal | undefined): Promise<EmbeddedResponse> {
    this.#closing.signal.throwIfAborted();
    signal?.throwIfAborted();
    request.beforeDispatch?.();
    const { method, body, accept = 'application/json' } = request;
    const target = new URL(requestTarget(directPeer.server, request), directPeer.server);
    const ended = signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
    const response = await this.#server.answer({
      method,
      path: target.pathname,
      query: target.searchParams,
      accept,
      contentType: body?.type ?? '',
      userAgent,
      peer: this.#user,
      headers: {},
      body: body === undefined ? '' : JSON.stringify(body.content),
      signal: ended,
    });
    signal?.throwIfAborted();
    return response;
  }
}

function refusedError({ call }: ApiRequest, { body, status }: WholeResponse): ApiError {
  return new ApiError(call, decodeStatus(body, status));
}
