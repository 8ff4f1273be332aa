import { gunzipSync } from 'node:zlib';
import { ImageError } from './image-error.ts';
import { isZstd, zstdContent } from './zstd.ts';

/** What fits into memory. More than any bundle or catalog, and less than what is made to be too much. */
const maxOutputLength = 2 ** 30;

/**
 * Bytes as they were before gzip or zstd; as they are, if neither has been at them.
 *
 * @throws ImageError if they are damaged, or more than 1 GiB.
 */
export function decompressed(bytes: Uint8Array): Uint8Array {
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
    throw new ImageError(
      'unreadable',
      'a compressed part of the image is damaged, or larger than 1 GiB: make the image anew',
      {
        cause: error,
      },
    );
  }
}

/** What has compressed some bytes, by what they begin with; undefined if nothing has. */
export function compression(bytes: Uint8Array): 'gzip' | 'zstd' | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'gzip';
  return isZstd(bytes) ? 'zstd' : undefined;
}
