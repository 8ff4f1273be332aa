// In: a URL of a registry. Out: the response. Called for manifests, blobs and tokens. It decides where a request may go.

import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { brandedError } from '../../error/index.ts';
import { isSystemError } from '../../system/index.ts';
import { ImageError } from '../image-error.ts';

/** The maximum silence of a registry, before and within its response. */
const silenceMs = 60_000;

/** Without a pipeline, connections don't stay open. */
const options = { pipelining: 0, headersTimeout: silenceMs, bodyTimeout: silenceMs };

/** Sends a request, without following redirects. Uses the proxy of the environment, but not for this machine. */
export async function sendRegistryRequest(
  url: URL,
  init: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
): Promise<Dispatcher.ResponseData> {
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
const transientCodes = [
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
  return isCutOff || TransientFailure.is(error) || isSystemError(error, ...transientCodes);
}
