import { crc32 } from 'node:zlib';
import { type Pieces, sizeOf } from './pieces.ts';

/** The most that one block can hold. */
const blockBytes = 0xffff;

/**
 * Bytes in the form of gzip, not compressed.
 *
 * What a compressor makes of the same bytes differs from release to release and from processor to processor, and with it
 * the digest of an image. These bytes depend on nothing: no compressor has touched them. They are gzip's all the same,
 * since tools compress layers that aren't, and change the digest, when they push them.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
export function storedGzip(content: Pieces): Pieces {
  const size = sizeOf(content);
  const blocks = blocksOf(content, size);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(content.reduce((sum, piece) => crc32(piece, sum), 0));
  tail.writeUInt32LE(size % 2 ** 32, 4);
  // Deflate, no name, no time, no hint at how hard it tried, on a system that isn't known.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  return [head, ...blocks, tail];
}

/** The bytes with a head before each block, all of them full but for the last. */
function blocksOf(content: Pieces, size: number): Pieces {
  const blocks: Uint8Array[] = [blockHead(size)];
  let free = blockBytes;
  let left = size;
  for (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      if (free === 0) {
        blocks.push(blockHead(left));
        free = blockBytes;
      }
      const part = piece.subarray(at, at + free);
      blocks.push(part);
      at += part.length;
      free -= part.length;
      left -= part.length;
    }
  }
  return blocks;
}

/** @param left - how many bytes are still to come. */
function blockHead(left: number): Uint8Array {
  const head = Buffer.alloc(5);
  const length = Math.min(left, blockBytes);
  head.writeUInt8(left <= blockBytes ? 1 : 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}
