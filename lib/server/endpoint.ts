import type { Metrics, WebhookMetrics } from '../telemetry/index.ts';
import type { Reply } from './reply.ts';

/** The client of a request, by its own data. */
export interface Caller {
  /** The header of this name. */
  readonly authorization: string | undefined;
  /** The remote address of the connection. Empty if it is closed. */
  readonly address: string;
}

/** Serves one path. A rejection is logged and gets status 500, without details for the client. */
export type Endpoint = GetEndpoint | PostEndpoint;

/** Serves a GET. */
export type GetEndpoint = (query: URLSearchParams, caller: Caller) => Reply | Promise<Reply>;

/** Does a part of the work on a request in its turn among the other requests. */
export type InTurn = <Result>(work: () => Result) => Promise<Result>;

/** Serves a POST of JSON. */
export interface PostEndpoint {
  /** The maximum size; a longer body is rejected with status 413, before it is read. */
  readonly longestBodyBytes: number;

  /** The maximum response time, and the default without `?timeout=10s`; after it the status is 504. */
  readonly longestResponseMs: number;

  /** Counts each request, including those rejected before {@link PostEndpoint.answer}. */
  readonly metrics: WebhookMetrics;

  /**
   * @param body - JSON that is not validated.
   * @param signal - aborts when the client no longer waits for the response.
   * @param inTurn - for the rest of long work. The call itself has a turn, until it first awaits.
   * @throws RequestError to report an error in the request to the client.
   */
  readonly answer: (body: unknown, signal: AbortSignal, inTurn: InTurn) => Reply | Promise<Reply>;
}

/** Endpoints by path. A path matches exactly, with or without a trailing slash. */
export type Routes = Readonly<Record<`/${string}`, Endpoint>>;

/** Returns an endpoint that serves `metrics` to scrapers. */
export function metricsEndpoint(metrics: Pick<Metrics, 'contentType' | 'text'>): GetEndpoint {
  return async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.text() });
}
