// In: the response of a registry. Out: its document, or its error, which is transient if a later attempt may succeed.
// Called for manifests, blobs and tokens.

import type { Dispatcher } from 'undici';
import { z } from 'zod';
import type { Clock } from '../../clock/index.ts';
import { ImageError } from '../image-error.ts';
import { TransientFailure } from './registry-request.ts';

/** The response to a request. */
export type RegistryResponse = Dispatcher.ResponseData;

/**
 * Returns the error in the response of a registry: a {@link TransientFailure} if a later attempt may succeed, else an ImageError.
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

const errorDocument = z.object({ errors: z.tuple([z.object({ message: z.string() })], z.unknown()) });

/** Reads a small JSON document of a registry; undefined if it isn't JSON. @throws ImageError if it is too large. */
export async function jsonDocument(body: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes = await boundedBytes(body, maxDocumentBytes);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The maximum size of a document that isn't part of an image. */
const maxDocumentBytes = 2 ** 18;

/** Reads the response of a registry in memory. @throws ImageError if it has more bytes than the limit. */
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
