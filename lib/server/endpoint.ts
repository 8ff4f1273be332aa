import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from '../telemetry/index.ts';

/** What an endpoint answers. */
export interface Reply {
  /** An HTTP status. */
  readonly status: number;
  /** A media type with its charset. */
  readonly contentType: string;
  readonly body: string;
}

/**
 * Answers a GET of one path. A rejection is logged and answered with status 500, which tells the caller nothing more.
 */
export type Endpoint = (query: URLSearchParams) => Reply | Promise<Reply>;

/** Endpoints by path. A path matches exactly, with or without a slash at its end. */
export type Routes = Readonly<Record<`/${string}`, Endpoint>>;

/** A text/plain answer. */
export function plainText(status: number, body: string): Reply {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** What an HTTP server calls to answer from `routes`. Only GET and HEAD are known. */
export function requestListener(routes: Routes, logger: Logger): RequestListener {
  const endpoints = new Map<string, Endpoint>(Object.entries(routes));

  async function reply(method: string, url: string): Promise<Reply> {
    const question = url.indexOf('?');
    const path = question < 0 ? url : url.slice(0, question);
    const endpoint = endpoints.get(path) ?? endpoints.get(path.replace(/\/$/, ''));
    if (endpoint === undefined) return plainText(404, 'not found\n');
    if (method !== 'GET' && method !== 'HEAD') return plainText(405, 'method not allowed\n');
    try {
      return await endpoint(new URLSearchParams(question < 0 ? '' : url.slice(question)));
    } catch (error) {
      logger.error('endpoint failed', { path, error });
      return plainText(500, 'internal error\n');
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, contentType, body } = await reply(request.method ?? '', request.url ?? '');
    response.writeHead(status, {
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...(status === 405 ? { allow: 'GET, HEAD' } : {}),
    });
    response.end(body);
  }

  return (request, response) => void answer(request, response);
}
