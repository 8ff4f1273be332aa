import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';

/** A request as a loopback server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly message: IncomingMessage;
}

/** Answers one request, in any way that a test needs. */
export type Responder = (response: ServerResponse, request: ReceivedRequest) => void;

/** An HTTP server of one test, with the received requests. */
export interface LoopbackServer {
  readonly url: URL;
  readonly received: readonly ReceivedRequest[];
  /** The number of accepted connections. */
  readonly connectionCount: number;
}

/** Starts a server that gives the n-th request the n-th response, and all further ones the last. Stops after the test's suite. */
export async function loopbackServer(responders: readonly Responder[], tls?: ServerOptions): Promise<LoopbackServer> {
  const received: ReceivedRequest[] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(message.url ?? '', 'http://loopback');
    const body = await text(message);
    const query = Object.fromEntries(searchParams);
    const request = { method: message.method ?? '', path: pathname, query, headers: message.headers, body, message };
    received.push(request);
    responders[Math.min(received.length, responders.length) - 1]?.(response, request);
  };
  const server = tls === undefined ? createServer(answer) : createTlsServer(tls, answer);
  let connectionCount = 0;
  server.on(tls === undefined ? 'connection' : 'secureConnection', () => {
    connectionCount += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`),
    received,
    get connectionCount() {
      return connectionCount;
    },
  };
}

/** Answers with a JSON value. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Responder {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

/** Answers with an error of an API server. */
export function refuse(code: number, reason: string, headers: Readonly<Record<string, string>> = {}): Responder {
  return json(
    {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      message: `${reason} it is`,
      reason,
      details: { name: 'db' },
      code,
    },
    code,
    headers,
  );
}
