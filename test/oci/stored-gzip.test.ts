import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { decompressedBytes } from '../../lib/oci/decompressed.ts';
import { ImageError } from '../../lib/oci/image-error.ts';
import { storedGzip } from '../../lib/oci/stored-gzip.ts';

describe('gzip without compression', () => {
  for (const size of [0, 1, 65_534, 65_535, 65_536, 200_000]) {
    it(`is decompressed into the same ${size} bytes`, () => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7919) % 251));
      const packed = Buffer.concat(storedGzip([bytes]));
      assert.deepEqual(gunzipSync(packed), bytes);
      const pieces = [0, 1, 70_000, 70_001, size].map((at, index, all) => bytes.subarray(all[index - 1] ?? 0, at));
      assert.deepEqual(Buffer.concat(storedGzip(pieces)), packed);
    });
  }

  it('contains no time, no system and no name', () => {
    assert.equal(
      Buffer.concat(storedGzip([Buffer.from('a')])).toString('hex'),
      '1f8b08000000000000ff010100feff6143beb7e801000000',
    );
  });
});

describe('compressed content', () => {
  it('is decompressed from gzip and zstd, or returned unchanged', () => {
    const bytes = Buffer.from('some bytes');
    for (const packed of [gzipSync(bytes), zstdCompressSync(bytes), bytes]) {
      assert.deepEqual(Buffer.from(decompressedBytes(packed)), bytes);
    }
  });

  it('is refused when it is damaged', () => {
    const damaged = gzipSync(Buffer.from('some bytes')).subarray(0, 20);
    assert.throws(() => decompressedBytes(damaged), ImageError);
  });
});
