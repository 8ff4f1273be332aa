import { canonicalJson, jsonCopy } from '../api/index.ts';
import type { WebhookMetrics } from '../telemetry/index.ts';

/** What an endpoint answers. */
export interface Reply {
  /** An HTTP status. */
  readonly status: number;
  /** A media type with its charset. */
  readonly contentType: string;
  readonly body: string;
  /** Further headers, their names in lower case. @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Who asks, as far as they say. */
export interface Caller {
  /** The header of this name. */
  readonly authorization: string | undefined;
  /** The address that the connection comes from. Empty if it is closed. */
  readonly address: string;
}

/** Answers one path. A rejection is logged and answered with status 500, which tells the caller nothing more. */
export type Endpoint = GetEndpoint | PostEndpoint;

/** Answers a GET. */
export type GetEndpoint = (query: URLSearchParams, caller: Caller) => Reply | Promise<Reply>;

/** Answers a POST of JSON. */
export interface PostEndpoint {
  /** What is longer is refused with status 413, before it is read. */
  readonly longestBodyBytes: number;

  /** How long an answer may take when the caller doesn't say so in `?timeout=10s`, and at most: then the status is 504. */
  readonly longestAnswerMs: number;

  /** Told of each request, also of those that are refused before {@link PostEndpoint.answer}. */
  readonly metrics: WebhookMetrics;

  /**
   * @param body - JSON that nobody has checked.
   * @param signal - aborts when nobody waits for the answer any more.
   * @throws RequestError to tell the caller what is wrong with the request.
   */
  readonly answer: (body: unknown, signal: AbortSignal) => Reply | Promise<Reply>;
}

/** Endpoints by path. A path matches exactly, with or without a slash at its end. */
export type Routes = Readonly<Record<`/${string}`, Endpoint>>;

/** A text/plain answer. */
export function plainText(status: number, body: string): Reply {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** An application/json answer with status 200. */
export function json(value: object): Reply {
  return { status: 200, contentType: 'application/json', body: jsonText(value) };
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // An object may have more levels than the stack has room for: slower, and without recursion.
    if (error instanceof RangeError) return canonicalJson(jsonCopy(value));
    throw error;
  }
}
