import { gunzipSync } from 'node:zlib';
import { isSystemError } from '../system/index.ts';
import { ImageError } from './image-error.ts';
import { isZstd, zstdContent } from './zstd.ts';

/** The maximum size of an image's content in memory: more than any bundle or catalog has. */
export const maxContentBytes = 2 ** 30;

/**
 * Decompresses gzip or zstd; returns other bytes unchanged.
 *
 * @param maxBytes - the maximum size of the result.
 * @default 1 GiB
 * @throws ImageError `unreadable` if the bytes are damaged, `too-large` if the result would be too large.
 */
export function decompressedBytes(bytes: Uint8Array, maxBytes = maxContentBytes): Uint8Array {
  // Node's minimum limit is one byte.
  const maxOutputLength = Math.max(maxBytes, 1);
  try {
    switch (compression(bytes)) {
      case 'gzip':
        return gunzipSync(bytes, { maxOutputLength });
      case 'zstd':
        return zstdContent(bytes, maxOutputLength);
      case undefined:
        return bytes;
    }
  } catch (error) {
    if (isSystemError(error, 'ERR_BUFFER_TOO_LARGE')) {
      throw new ImageError('too-large', `it decompresses to more than ${maxBytes} bytes, the maximum that is read`);
    }
    throw new ImageError('unreadable', 'a compressed part of the image is damaged: build the image again', {
      cause: error,
    });
  }
}

/** Returns the compression of bytes by their first bytes; undefined if there is none. */
export function compression(bytes: Uint8Array): 'gzip' | 'zstd' | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  return isZstd(bytes) ? 'zstd' : undefined;
}
