import { gunzipSync } from 'node:zlib';
import { isSystemError } from '../system/index.ts';
import { ImageError } from './image-error.ts';
import { isZstd, zstdContent } from './zstd.ts';

/** The most that is read of an image at once: more than any bundle or catalog, and less than the memory. */
export const maxContentBytes = 2 ** 30;

/**
 * Bytes as they were before gzip or zstd; as they are, if neither has been at them.
 *
 * @param maxBytes - the most that may come out. @default 1 GiB
 * @throws ImageError `unreadable` if they are damaged, `too-large` if more would come out.
 */
export function decompressed(bytes: Uint8Array, maxBytes = maxContentBytes): Uint8Array {
  // Node takes no limit below one byte.
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
      throw new ImageError('too-large', `it decompresses to more than ${maxBytes} bytes, which is more than is read`);
    }
    throw new ImageError('unreadable', 'a compressed part of the image is damaged: make the image again', {
      cause: error,
    });
  }
}

/** What has compressed some bytes, by what they begin with; undefined if nothing has. */
export function compression(bytes: Uint8Array): 'gzip' | 'zstd' | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  return isZstd(bytes) ? 'zstd' : undefined;
}
