import { canonicalJson, jsonCopy } from '../api/index.ts';
import type { RequestError } from './request-error.ts';

/** The response of an endpoint. */
export interface Reply {
  /** An HTTP status. */
  readonly status: number;
  /** A media type with its charset. */
  readonly contentType: string;
  readonly body: string;
  /** Further headers, with lower-case names. @default none */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a text/plain response. */
export function plainTextReply(status: number, body: string): Reply {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** Returns an application/json response with status 200. */
export function jsonReply(value: object): Reply {
  return { status: 200, contentType: 'application/json', body: jsonText(value) };
}

function jsonText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // An object may be nested deeper than the stack allows: this copy is slower, and without recursion.
    if (error instanceof RangeError) return canonicalJson(jsonCopy(value));
    throw error;
  }
}

/** Returns the response to a rejected request. */
export function errorReply({ status, message, retryAfterSeconds }: RequestError): Reply {
  const reply = plainTextReply(status, `${message}\n`);
  return retryAfterSeconds === undefined ? reply : { ...reply, headers: { 'retry-after': String(retryAfterSeconds) } };
}
