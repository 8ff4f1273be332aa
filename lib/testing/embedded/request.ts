import type { JsonValue } from '../../api/index.ts';
import type { RequestUser } from './user.ts';

/** One request to the embedded API server, over a socket or not. */
export interface EmbeddedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** The media types that the client accepts. */
  readonly accept: string;
  /** The media type of the body, without parameters. */
  readonly contentType: string;
  readonly userAgent: string;
  /** The user that the transport proves, as by a client certificate. Absent if it proves none. */
  readonly peer: RequestUser | undefined;
  /** Name in lower case → values. Only `authorization` and the headers of impersonation count. */
  readonly headers: RequestHeaders;
  readonly body: string;
  /** Ends a watch when aborted. */
  readonly signal: AbortSignal;
}

/** The sender of a write, and the warnings that its response gets. */
export interface Requester {
  readonly user: RequestUser;
  /** In the order of their appearance; each once. */
  readonly warnings: Set<string>;
}

/** Returns the requester of a controller's writes. @param controller - such as `namespace-controller`. */
export function controllerRequester(controller: string): Requester {
  return {
    user: {
      username: `system:serviceaccount:kube-system:${controller}`,
      groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    },
    warnings: new Set(),
  };
}

/** Returns the requester of the API server's own writes. */
export function serverRequester(): Requester {
  return {
    user: { username: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
    warnings: new Set(),
  };
}

/** The headers of a request. */
export type RequestHeaders = Readonly<Record<string, readonly string[] | undefined>>;

/** A whole response, or a stream of events. */
export type EmbeddedResponse = WholeResponse | StreamedResponse;

/** A response with one body. */
export interface WholeResponse {
  readonly kind: 'whole';
  readonly status: number;
  /** JSON, or text for the few responses that aren't JSON. */
  readonly body: JsonValue;
  readonly contentType: string;
  readonly warnings: readonly string[];
  /** Further headers, by their names in lower case. A client that has the content of an `etag` gets none. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The response of a watch. */
export interface StreamedResponse {
  readonly kind: 'stream';
  readonly events: AsyncIterable<JsonValue>;
}

/** Returns a response with JSON. */
export function jsonResponse(
  body: JsonValue,
  { status = 200, warnings = [] as readonly string[], contentType = 'application/json' } = {},
): WholeResponse {
  return { kind: 'whole', status, body, contentType, warnings };
}

/** Returns a response with plain text. */
export function textResponse(body: string, status = 200): WholeResponse {
  return { kind: 'whole', status, body, contentType: 'text/plain; charset=utf-8', warnings: [] };
}

/** The response for a path that no part of the API server serves. */
export function pageNotFound(): WholeResponse {
  return textResponse('404 page not found\n', 404);
}

/** Returns true if a query sets a flag, in Go's words for true. */
export function hasFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name);
  return value !== null && value !== '0' && value.toLowerCase() !== 'false';
}
