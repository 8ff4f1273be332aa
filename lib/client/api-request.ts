import type { ApiCall } from './api-call.ts';

/** One request to an API server. */
export interface ApiRequest {
  readonly call: ApiCall;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The media types that will do, in the form of an Accept header. @default plain JSON */
  readonly accept?: string | undefined;
  /** Parameters without a value are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A media type, and the JSON value that is sent as it. */
  readonly body?: { readonly type: string; readonly content: unknown };
  /** Asked immediately before each time that the request is sent. What it throws, the request fails with, unsent. */
  readonly beforeDispatch?: (() => void) | undefined;
  /** The largest answer that is read; a larger one is thrown as a RangeError. @default any */
  readonly longestBytes?: number | undefined;
  /** The longest time, in all, to wait for retries after 429 answers. @default 30 seconds */
  readonly longestRetryWaitMs?: number | undefined;
}

/** Path and query of a request, below the path prefix of the server's URL. */
export function requestTarget(server: URL, { path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const prefix = server.pathname.replace(/\/$/, '');
  return parameters.size === 0 ? prefix + path : `${prefix}${path}?${parameters.toString()}`;
}
