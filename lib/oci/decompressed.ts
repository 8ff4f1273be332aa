import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { isSystemError } from '../system/index.ts';
import { ImageError } from './image-error.ts';

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

/**
 * Decompresses all frames of zstd. Layers that can be fetched in parts have several frames, and Node's own function
 * stops after the first.
 *
 * @param maxBytes - the maximum size of the result.
 * @throws Node's error if the bytes are damaged, or the result is too large.
 * @see https://www.rfc-editor.org/rfc/rfc8878#section-3.1
 */
export function zstdContent(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const contents: Uint8Array[] = [];
  let free = maxBytes;
  for (const frame of zstdFrames(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) {
    const content = zstdDecompressSync(frame, { maxOutputLength: Math.max(free, 1) });
    contents.push(content);
    free -= content.length;
    if (free < 0) throw Object.assign(new RangeError(`more than ${maxBytes} bytes`), { code: 'ERR_BUFFER_TOO_LARGE' });
  }
  const [first, ...others] = contents;
  return first !== undefined && others.length === 0 ? first : Buffer.concat(contents);
}

const magic = 0xfd2fb528;

/** The first of sixteen magic numbers for frames without content. */
const skippableMagic = 0x184d2a50;

/** Returns true if bytes begin with a zstd frame. */
export function isZstd(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const word = Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32LE();
  return word === magic || isSkippableFrame(word);
}

function isSkippableFrame(word: number): boolean {
  return word >= skippableMagic && word < skippableMagic + 16;
}

function* zstdFrames(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const word = bytes.readUInt32LE(at);
    if (isSkippableFrame(word)) {
      at += 8 + bytes.readUInt32LE(at + 4);
      continue;
    }
    const end = frameEnd(bytes, at);
    yield bytes.subarray(at, end);
    at = end;
  }
}

/** A frame is a header, blocks with their sizes, and perhaps a checksum. */
function frameEnd(bytes: Buffer, start: number): number {
  if (bytes.readUInt32LE(start) !== magic) throw new RangeError('the bytes after a frame are not a frame');
  const descriptor = bytes.readUInt8(start + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const windowBytes = isSingleSegment ? 0 : 1;
  const dictionaryBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const checksumBytes = (descriptor & 4) === 0 ? 0 : 4;
  let at = start + 5 + windowBytes + dictionaryBytes + sizeBytes;
  for (let isLast = false; !isLast; ) {
    const head = bytes.readUIntLE(at, 3);
    const isRepetition = ((head >> 1) & 3) === 1;
    at += 3 + (isRepetition ? 1 : head >> 3);
    isLast = (head & 1) === 1;
  }
  return at + checksumBytes;
}
