// In: HTTP requests from the network. Out: the responses of endpoints. Called by the HTTP servers of listeners. No
// request makes it throw or reject.

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Capacity, RequestCapacity } from './capacity.ts';
import type { Endpoint, Routes } from './endpoint.ts';
import type { ListenerPorts } from './listener-ports.ts';
import { postReply } from './post-reply.ts';
import { errorReply, plainTextReply, type Reply } from './reply.ts';
import { RequestError } from './request-error.ts';
import { RequestScheduler } from './request-scheduler.ts';

/** The time limits for a client's request. Clients in a cluster are faster. */
export const requestTimes = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** The inputs of a server and of its request listener. */
export interface RequestListenerPorts extends ListenerPorts {
  /** The capacity of the server, for its connections and requests. */
  readonly capacity: Capacity;
}

/** Returns the request handler of an HTTP server for `routes`. */
export function requestListener(routes: Routes, ports: RequestListenerPorts): RequestListener {
  const endpoints = new Map<string, Endpoint>(Object.entries(routes));
  const scheduler = new RequestScheduler(ports.clock);

  async function reply(request: IncomingMessage, response: ServerResponse, capacity: RequestCapacity): Promise<Reply> {
    const { method = '', url = '' } = request;
    const question = url.indexOf('?');
    const path = question < 0 ? url : url.slice(0, question);
    const query = new URLSearchParams(question < 0 ? '' : url.slice(question));
    const endpoint = endpoints.get(path) ?? endpoints.get(path.replace(/\/$/, ''));
    if (endpoint === undefined) return plainTextReply(404, 'not found\n');
    if (!allowedMethods(endpoint).includes(method)) {
      response.setHeader('allow', allowedMethods(endpoint).join(', '));
      return plainTextReply(405, 'method not allowed\n');
    }
    if (typeof endpoint !== 'function')
      return await postReply(endpoint, { request, response, path, query, capacity }, { ...ports, scheduler });
    const { authorization } = request.headers;
    const { remoteAddress: address = '' } = request.socket;
    return await getReply(() => endpoint(query, { authorization, address }), { path, capacity }, ports);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const capacity = ports.capacity.beginRequest(request, response);
    try {
      writeReply(await reply(request, response, capacity), request, response);
      capacity.answered();
    } catch (error) {
      ports.logger.error('request failed', { url: request.url, error });
      response.destroy();
    }
  }

  return (request, response) => void answer(request, response);
}

function allowedMethods(endpoint: Endpoint): readonly string[] {
  return typeof endpoint === 'function' ? ['GET', 'HEAD'] : ['POST'];
}

async function getReply(
  endpoint: () => Reply | Promise<Reply>,
  { path, capacity }: { readonly path: string; readonly capacity: RequestCapacity },
  { logger }: ListenerPorts,
): Promise<Reply> {
  try {
    capacity.answer();
    return await endpoint();
  } catch (error) {
    if (error instanceof RequestError) return errorReply(error);
    logger.error('endpoint failed', { path, error });
    return plainTextReply(500, 'internal error\n');
  }
}

function writeReply(
  { status, contentType, body, headers }: Reply,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // The unread rest of a body would be parsed as the next request.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(status, {
    ...headers,
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  response.end(body);
}
