// An answer other than success goes in, the error that it means comes out. Called by HttpTransport.

import { isJsonObject } from '../api/index.ts';
import type { ApiCall } from './api-call.ts';
import { ApiError } from './api-error.ts';
import type { Exchange } from './exchange.ts';
import { decodeStatus } from './status.ts';

/**
 * Reads why a server refuses, and releases the exchange.
 *
 * @throws ConnectionError if the answer breaks off.
 */
export async function refusal(exchange: Exchange, call: ApiCall): Promise<ApiError> {
  try {
    const status = decodeStatus(json(await exchange.text()), exchange.status);
    return new ApiError(call, { ...status, retryAfterMs: retryAfterMs(exchange) ?? status.retryAfterMs });
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

/** API servers give seconds; the date that HTTP allows too is not understood. */
function retryAfterMs(exchange: Exchange): number | undefined {
  const seconds = Number(exchange.header('retry-after') ?? Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
