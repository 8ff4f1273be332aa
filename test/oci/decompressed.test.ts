import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { constants, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { isZstd, zstdContent } from '../../lib/oci/decompressed.ts';

const most = 2 ** 20;
const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919 + (index >> 3)) % 251));

/** A frame without content. */
function aside(bytes: Uint8Array): Buffer {
  const head = Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

describe('content that zstd has compressed', () => {
  it('zstd content is decompressed from all frames, of any encoder', () => {
    const frame = fc.record({
      content: fc.oneof(fc.uint8Array({ maxLength: 2_000 }), fc.constant(noise), fc.constant(Buffer.alloc(200_000))),
      level: fc.integer({ min: 1, max: 9 }),
      checksum: fc.integer({ min: 0, max: 1 }),
      size: fc.integer({ min: 0, max: 1 }),
      beside: fc.uint8Array({ maxLength: 20 }),
    });
    fc.assert(
      fc.property(fc.array(frame, { minLength: 1, maxLength: 4 }), (frames) => {
        const compressed = frames.flatMap(({ content, level, checksum, size, beside }) => {
          const params = {
            [constants.ZSTD_c_compressionLevel]: level,
            [constants.ZSTD_c_checksumFlag]: checksum,
            [constants.ZSTD_c_contentSizeFlag]: size,
          };
          return [zstdCompressSync(content, { params }), aside(beside)];
        });
        const expected = Buffer.concat(frames.map(({ content }) => content));
        assert.ok(expected.equals(zstdContent(Buffer.concat(compressed), 2 * most)));
      }),
      { numRuns: 60 },
    );
  });

  it('zstd content is recognized by its first frame, even by one without content', () => {
    assert.deepEqual([zstdCompressSync(noise), aside(noise), noise, Buffer.from([0x28, 0xb5])].map(isZstd), [
      true,
      true,
      false,
      false,
    ]);
  });

  it('zstd content is refused if its end is missing, other data follow, or it is too large', () => {
    const frame = zstdCompressSync(noise);
    for (const bytes of [
      frame.subarray(0, -1),
      Buffer.concat([frame, noise]),
      Buffer.concat([frame, frame.subarray(0, 3)]),
    ]) {
      assert.throws(() => zstdContent(bytes, most));
    }
    const many = Buffer.concat([frame, frame, frame, frame]);
    assert.throws(() => zstdContent(many, most));
    assert.equal(zstdContent(many, 2 * most).length, 4 * noise.length);
  });
});
