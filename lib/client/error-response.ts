// In: a response of a server other than success, or of another form than expected. Out: its error, with the delay of its
// Retry-After header. Called by HttpTransport, and for the bytes of lists and watches.

import { type ApiCall, ApiError, ConnectionError, decodeStatus, isJsonObject, type Peer } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Exchange } from './exchange.ts';
import type { IncomingResponse } from './incoming-response.ts';

/**
 * Returns the error of a rejected request, and releases the exchange.
 *
 * @throws ConnectionError if the response is incomplete.
 */
export async function errorOfResponse(exchange: Exchange, call: ApiCall, clock: Clock): Promise<ApiError> {
  const { response } = exchange;
  try {
    const status = decodeStatus(jsonObjectOrText(await response.text()), response.status);
    return new ApiError(call, { ...status, retryAfterMs: retryAfterMs(response, clock) ?? status.retryAfterMs });
  } finally {
    exchange.release();
  }
}

/** Returns the object in a body; the text itself if it isn't one, such as the response of a proxy. */
function jsonObjectOrText(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : body;
  } catch {
    return body;
  }
}

/**
 * Returns the delay in a Retry-After header. API servers send seconds; a proxy may send a date, by its own clock if the
 * response shows it.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
function retryAfterMs(response: IncomingResponse, clock: Clock): number | undefined {
  const text = response.header('retry-after');
  if (text === undefined || text === '') return undefined;
  const seconds = Number(text);
  if (Number.isInteger(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const untilMs = Date.parse(text);
  if (Number.isNaN(untilMs)) return undefined;
  const serverMs = Date.parse(response.header('date') ?? '');
  return Math.max(0, untilMs - (Number.isNaN(serverMs) ? clock.now() : serverMs));
}

/** Returns the error for a response of another form. @param form - the expected form, such as `list`. */
export function garbledResponse(form: string, text: string, peer: Peer): ConnectionError {
  return new ConnectionError('garbled', peer, new Error(`the body is not a ${form}: ${text.slice(0, 100)}`));
}
