import type { JsonValue } from '../../lib/api/index.ts';

/** One request of a conformance case. */
export interface ConformanceRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body: string | undefined;
  readonly contentType: string | undefined;
  readonly accept: string;
}

/** The answer to a request. */
export interface ConformanceAnswer {
  readonly status: number;
  /** JSON, or text where the server doesn't send JSON. */
  readonly body: JsonValue;
  readonly warnings: readonly string[];
}

/** A server that conformance cases run against. */
export interface ConformanceServer {
  send(request: ConformanceRequest): Promise<ConformanceAnswer>;
  /** Returns the events of a watch until `signal` aborts. */
  watch(request: ConformanceRequest, signal: AbortSignal): Promise<AsyncIterable<JsonValue>>;
}

/** The client's name, which becomes the field manager of its writes. */
export const userAgent = 'conformance/1';
