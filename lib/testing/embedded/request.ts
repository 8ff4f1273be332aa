import type { JsonValue } from '../../api/index.ts';

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
  readonly body: string;
  /** Ends a watch when aborted. */
  readonly signal: AbortSignal;
}

/** A whole answer, or a stream of events. */
export type EmbeddedAnswer = WholeAnswer | StreamedAnswer;

/** An answer with one body. */
export interface WholeAnswer {
  readonly kind: 'whole';
  readonly status: number;
  /** JSON, or text for the few answers that aren't JSON. */
  readonly body: JsonValue;
  readonly contentType: string;
  readonly warnings: readonly string[];
}

/** The answer of a watch. */
export interface StreamedAnswer {
  readonly kind: 'stream';
  readonly events: AsyncIterable<JsonValue>;
}

/** Returns an answer with JSON. */
export function jsonAnswer(
  body: JsonValue,
  { status = 200, warnings = [] as readonly string[], contentType = 'application/json' } = {},
): WholeAnswer {
  return { kind: 'whole', status, body, contentType, warnings };
}

/** Returns an answer with plain text. */
export function textAnswer(body: string, status = 200): WholeAnswer {
  return { kind: 'whole', status, body, contentType: 'text/plain; charset=utf-8', warnings: [] };
}
