import { crc32 } from 'node:zlib';

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
export function storedGzip(bytes: Uint8Array): Uint8Array {
  const count = Math.max(1, Math.ceil(bytes.length / blockBytes));
  const blocks = Array.from({ length: count }, (_, index) => {
    const block = bytes.subarray(index * blockBytes, (index + 1) * blockBytes);
    const head = Buffer.alloc(5);
    head.writeUInt8(index === count - 1 ? 1 : 0);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    return [head, block];
  });
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes));
  tail.writeUInt32LE(bytes.length % 2 ** 32, 4);
  // Deflate, no name, no time, no hint at how hard it tried, on a system that isn't known.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  return Buffer.concat([head, ...blocks.flat(), tail]);
}
