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
}

/** Path and query of a request. The names of parameters are ours and go as they are. */
export function requestTarget({ path, query = {} }: ApiRequest): string {
  let target = path;
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    target += `${target === path ? '?' : '&'}${name}=${encodeURIComponent(value)}`;
  }
  return target;
}
