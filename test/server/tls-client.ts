import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** A request to a server on loopback. */
export interface Question {
  readonly port: number;
  /** The authority to trust, as PEM. */
  readonly authority: string;
  readonly agent?: Agent;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
}

/** The response. */
export interface HttpsResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Sends a request to a server on loopback over TLS. Rejects without a response. */
export async function askTls({
  port,
  authority,
  agent = new Agent(),
  path = '/',
  method = 'GET',
  headers = {},
  body,
  signal,
}: Question): Promise<HttpsResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const options = { host: '127.0.0.1', port, path, method, agent, headers, ca: authority, ...(signal && { signal }) };
  request(options, resolve).on('error', reject).end(body);
  const response = await promise;
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}

/** Sends a request as an API server does. */
export function postTls(question: Question & { readonly json: unknown }): Promise<HttpsResponse> {
  return askTls({
    ...question,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...question.headers },
    body: JSON.stringify(question.json),
  });
}
