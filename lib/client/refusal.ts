// An answer other than success goes in, the error that it means comes out. Called by HttpTransport.

import { isJsonObject } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { ApiCall } from './api-call.ts';
import { ApiError } from './api-error.ts';
import type { Exchange } from './exchange.ts';
import { decodeStatus } from './status.ts';

/**
 * Reads why a server refuses, and releases the exchange.
 *
 * @throws ConnectionError if the answer breaks off.
 */
export async function refusal(exchange: Exchange, call: ApiCall, clock: Clock): Promise<ApiError> {
  try {
    const status = decodeStatus(json(await exchange.text()), exchange.status);
    return new ApiError(call, { ...status, retryAfterMs: retryAfterMs(exchange, clock) ?? status.retryAfterMs });
  } finally {
    exchange.release();
  }
}

/** The object in a body; the text itself if there is none, as when a proxy answers. */
function json(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : body;
  } catch {
    return body;
  }
}

/**
 * API servers give seconds; what stands before them may give a date, by its own clock if it shows that.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
function retryAfterMs(exchange: Exchange, clock: Clock): number | undefined {
  const text = exchange.header('retry-after');
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (Number.isInteger(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const untilMs = Date.parse(text);
  if (Number.isNaN(untilMs)) return undefined;
  const serverMs = Date.parse(exchange.header('date') ?? '');
  return Math.max(0, untilMs - (Number.isNaN(serverMs) ? clock.now() : serverMs));
}
