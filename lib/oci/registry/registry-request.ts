// In: a URL of a registry. Out: the response. Called for manifests, blobs and tokens. It decides where a request may go,
// and which failures are worth another attempt.

import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../clock/index.ts';
import { brandedError } from '../../error/index.ts';
import { isSystemError } from '../../system/index.ts';
import { ImageError } from '../image-error.ts';

/** The response to a request. */
export type RegistryResponse = Dispatcher.ResponseData;

/** The maximum silence of a registry, before and within its response. */
const silenceMs = 60_000;

/** Without a pipeline, connections don't stay open. */
const options = { pipelining: 0, headersTimeout: silenceMs, bodyTimeout: silenceMs };

/** Sends a request, without following redirects. Uses the proxy of the environment, but not for this machine. */
export async function sendRegistryRequest(
  url: URL,
  init: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
): Promise<RegistryResponse> {
  const dispatcher = isLoopback(url) ? new Agent(options) : new EnvHttpProxyAgent(options);
  return await request(url, { ...init, dispatcher });
}

/** Returns a URL of a registry: by HTTPS, or by HTTP if it is on this machine. */
export function registryUrl(registry: string, path: string): URL {
  const url = new URL(`https://${registry}${path}`);
  return isLoopback(url) ? new URL(`http://${registry}${path}`) : url;
}

/**
 * Returns the URL that a response refers to.
 *
 * @param from - the URL of the response.
 * @throws ImageError unless it is by HTTPS; by HTTP, only from this machine to itself.
 */
export function nextUrl(location: string, from: URL): URL {
  const url = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
  if (url?.protocol === 'https:') return url;
  if (url?.protocol === 'http:' && isLoopback(url) && isLoopback(from)) return url;
  const target = url === undefined ? 'an address that is not a URL' : `${url.protocol}//${url.host}`;
  throw new ImageError('unavailable', `${from.host} refers to ${target}, and only HTTPS is used: use another registry`);
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}

const errorDocument = z.object({ errors: z.tuple([z.object({ message: z.string() })], z.unknown()) });

/** The maximum size of a document that isn't part of an image. */
const maxDocumentBytes = 2 ** 18;

/**
 * Returns the error of a response: a {@link TransientFailure} if a later attempt may succeed, else an ImageError.
 *
 * @param url - the URL that responded. Only its host and path are quoted: the rest may be a secret.
 * @param registry - the registry that the user named, to log in to.
 */
export async function responseError(
  { statusCode, headers, body }: RegistryResponse,
  { host, pathname }: URL,
  { registry, clock }: { readonly registry: string; readonly clock: Clock },
): Promise<Error> {
  const document = errorDocument.safeParse(await jsonDocument(body));
  const reason = document.success ? `: ${document.data.errors[0].message.slice(0, 300)}` : '';
  const status = `${host} responds ${statusCode} to ${pathname}${reason}`;
  if (statusCode === 408 || statusCode === 429 || statusCode >= 500) {
    return new TransientFailure(status, retryAfterMs(headers['retry-after'], clock));
  }
  const isRefused = statusCode === 401 || statusCode === 403 || statusCode === 404;
  const remedy = isRefused
    ? `check the name; if the image is private, run \`docker login ${registry}\``
    : 'try another registry';
  return new ImageError('unavailable', `${status}; ${remedy}`);
}

/** Reads a small JSON document; undefined if it isn't JSON. @throws ImageError if it is too large. */
export async function jsonDocument(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = await boundedBytes(body, maxDocumentBytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Reads a response in memory. @throws ImageError if it has more bytes than the limit. */
export async function boundedBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let count = 0;
  for await (const piece of body) {
    pieces.push(piece);
    count += piece.length;
    if (count > maxBytes) {
      throw new ImageError('too-large', `the response has more than ${maxBytes} bytes, the maximum that is read`);
    }
  }
  return Buffer.concat(pieces);
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function retryAfterMs(header: string | string[] | undefined, clock: Clock): number | undefined {
  const text = String(header);
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - clock.now();
  return ms > 0 ? ms : undefined;
}

/** A failure of a registry that a later attempt may not have. Internal: callers get an ImageError. */
export class TransientFailure extends brandedError('TransientFailure') {
  readonly code = 'transient-failure';
  /** The wait that the registry asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The codes of connections that break or stall. Others, such as of a name that doesn't exist, last. */
const codes = [
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
];

/** Returns true for an error that a later attempt may not have. */
export function isTransientRegistryFailure(error: unknown): boolean {
  // The end of a response in parts that is missing, which has no code.
  const isCutOff = error instanceof Error && error.name === 'HTTPParserError';
  return isCutOff || TransientFailure.is(error) || isSystemError(error, ...codes);
}
