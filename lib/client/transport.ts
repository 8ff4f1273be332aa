import type { ApiCall } from '../api/index.ts';

/** One request to an API server. */
export interface ApiRequest {
  readonly call: ApiCall;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The namespace whose turn the request takes. @default that of its object */
  readonly namespace?: string | undefined;
  /** The accepted media types, in the form of an Accept header. @default plain JSON */
  readonly accept?: string | undefined;
  /** Query parameters; those with the value `undefined` are omitted. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The media type of the body, and its JSON value. */
  readonly body?: { readonly type: string; readonly content: unknown };
  /** The protocol to which the connection is to switch, and the headers of that. @default it stays */
  readonly upgrade?: { readonly protocol: string; readonly headers: Readonly<Record<string, string>> };
  /**
   * Called immediately before each attempt to send the request. If it throws, the request is not sent and fails with that
   * error.
   */
  readonly beforeDispatch?: (() => void) | undefined;
  /** The maximum size of a response; a larger one is thrown as a RangeError. @default any */
  readonly longestBytes?: number | undefined;
  /** The longest total time to wait for retries after 429 responses. @default 30 seconds */
  readonly longestRetryWaitMs?: number | undefined;
}

/** Carries requests to an API server. Responses other than success are thrown as ApiError. */
export interface Transport {
  /** See `Client.noticesDeadServer`. @default false */
  noticesDeadServer?(): Promise<boolean>;

  /** Sends a request and returns the JSON of the response. */
  send(request: ApiRequest, signal?: AbortSignal): Promise<unknown>;

  /** Sends a request and yields the bytes of the response as they arrive. */
  chunks(request: ApiRequest, signal?: AbortSignal): AsyncIterable<Buffer>;

  /** Like {@link chunks}, for a response that the server may send for any length of time. */
  stream(request: ApiRequest, signal?: AbortSignal): AsyncIterable<Buffer>;

  /** Ends all running requests. Idempotent. */
  close(): Promise<void>;
}
