import type { ApiCall } from './api-call.ts';

/** One request to an API server. */
export interface ApiRequest {
  readonly call: ApiCall;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Parameters without a value are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** A media type, and the JSON value that is sent as it. */
  readonly body?: { readonly type: string; readonly content: unknown };
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
