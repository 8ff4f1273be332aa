import { crc32 } from 'node:zlib';
import { Gzip } from 'fflate';
import { byteCount, type Pieces } from './blob.ts';

/** Other values would give other bytes. 6 is the usual effort; a higher level takes longer and saves a hundredth. */
const settings = { level: 6, mem: 8, mtime: 0 } as const;

/** The size of a portion for the compressor, which also affects the bytes. */
const portionBytes = 2 ** 20;

/**
 * Compresses bytes with gzip, with the same result on every machine, in every release of Node, and for any division
 * into pieces.
 *
 * Node's own compressor is ten times faster, but its bytes differ between releases and between processors. This one is
 * JavaScript and uses only integers; a new release may give other bytes, so its version is pinned. It takes some 8 s
 * for 100 MB.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1952
 */
export function smallGzip(content: Pieces): Uint8Array {
  const compressed: Uint8Array[] = [];
  const gzip = new Gzip(settings, (bytes) => compressed.push(bytes));
  for (const portion of equalPortions(content)) gzip.push(portion);
  gzip.push(new Uint8Array(), true);
  return Buffer.concat(compressed);
}

/**
 * Divides bytes into portions of equal size, except for the last. Each portion reuses the memory of the previous one.
 */
function* equalPortions(content: Pieces): Generator<Uint8Array> {
  const portion = Buffer.alloc(portionBytes);
  let filled = 0;
  for (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + portionBytes - filled);
      portion.set(part, filled);
      at += part.length;
      filled += part.length;
      if (filled < portionBytes) continue;
      yield portion;
      filled = 0;
    }
  }
  if (filled > 0) yield portion.subarray(0, filled);
}

/** The maximum size of one block. */
const blockBytes = 0xffff;

/**
 * Returns bytes in gzip format without compression.
 *
 * The output of a compressor differs between releases and between processors, and so does the digest of an image. These
 * bytes are reproducible, since no compressor is used. They are in gzip format because tools compress other layers when
 * they push them, and so change the digest.
 *
 * @see https://www.rfc-editor.org/rfc/rfc1951#section-3.2.4
 * @see https://www.rfc-editor.org/rfc/rfc1952#section-2.3
 */
export function storedGzip(content: Pieces): Pieces {
  const size = byteCount(content);
  const blocks = blocksOf(content, size);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(content.reduce((sum, piece) => crc32(piece, sum), 0));
  tail.writeUInt32LE(size % 2 ** 32, 4);
  // Deflate, no name, no time, no compression level, unknown operating system.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  return [head, ...blocks, tail];
}

/** Adds a header before each block; all blocks are full except for the last. */
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

/** @param left - the number of remaining bytes. */
function blockHead(left: number): Uint8Array {
  const head = Buffer.alloc(5);
  const length = Math.min(left, blockBytes);
  head.writeUInt8(left <= blockBytes ? 1 : 0);
  head.writeUInt16LE(length, 1);
  head.writeUInt16LE(~length & 0xffff, 3);
  return head;
}
