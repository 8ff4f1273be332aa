import type { ApiRequest } from './api-request.ts';

/** Carries requests to an API server. Answers other than success are thrown as ApiError. */
export interface Transport {
  /** Sends a request and returns the JSON of the answer. */
  send(request: ApiRequest, signal?: AbortSignal): Promise<unknown>;

  /** Sends a request and yields the bytes of the answer as they arrive. */
  chunks(request: ApiRequest, signal?: AbortSignal): AsyncIterable<Buffer>;

  /** Like {@link chunks}, for an answer that the server may send for any length of time. */
  stream(request: ApiRequest, signal?: AbortSignal): AsyncIterable<Buffer>;

  /** Ends all running requests. Idempotent. */
  close(): Promise<void>;
}
