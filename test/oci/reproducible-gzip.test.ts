import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { decompressedBytes } from '../../lib/oci/decompressed.ts';
import { ImageError } from '../../lib/oci/image-error.ts';
import { smallGzip, storedGzip } from '../../lib/oci/reproducible-gzip.ts';

/** Some megabytes of words that repeat as in programs, the same each time. */
function prose(): Uint8Array {
  let state = 1;
  const words = Array.from({ length: 400_000 }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return ['const', 'return', 'export', 'await', 'value', 'object', `name${state % 997}`][state % 7];
  });
  return Buffer.from(words.join(' '));
}

describe('a compressed layer', () => {
  it('a compressed layer has the same bytes on every machine, and with every release of Node', () => {
    const digest = createHash('sha256')
      .update(smallGzip([prose()]))
      .digest('hex');
    assert.equal(digest, '60b12de3dc6970298c2068b7483d42ce85449f4f82c7f866c0233d1e8f1724b9');
  });

  it('a compressed layer has the same bytes for any chunks of the input', () => {
    const bytes = prose();
    const pieces = [bytes.subarray(0, 5), bytes.subarray(5, 1_500_000), bytes.subarray(1_500_000)];
    assert.ok(Buffer.from(smallGzip([bytes])).equals(smallGzip(pieces)));
  });

  it('a compressed layer of code has less than a third of its size', () => {
    const bytes = prose();
    assert.ok(smallGzip([bytes]).length < bytes.length / 3);
  });

  it('a compressed layer is decompressed to its content', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 2000 })), (pieces) => {
        assert.ok(gunzipSync(smallGzip(pieces)).equals(Buffer.concat(pieces)));
      }),
    );
  });
});

describe('gzip without compression', () => {
  for (const size of [0, 1, 65_534, 65_535, 65_536, 200_000]) {
    it(`gzip without compression is decompressed into the same ${size} bytes`, () => {
      const bytes = Buffer.from(Array.from({ length: size }, (_, index) => (index * 7919) % 251));
      const packed = Buffer.concat(storedGzip([bytes]));
      assert.deepEqual(gunzipSync(packed), bytes);
      const pieces = [0, 1, 70_000, 70_001, size].map((at, index, all) => bytes.subarray(all[index - 1] ?? 0, at));
      assert.deepEqual(Buffer.concat(storedGzip(pieces)), packed);
    });
  }

  it('gzip without compression contains no time, no system and no name', () => {
    assert.equal(
      Buffer.concat(storedGzip([Buffer.from('a')])).toString('hex'),
      '1f8b08000000000000ff010100feff6143beb7e801000000',
    );
  });
});

describe('compressed content', () => {
  it('decompressedBytes decompresses gzip and zstd, and returns other bytes unchanged', () => {
    const bytes = Buffer.from('some bytes');
    for (const packed of [gzipSync(bytes), zstdCompressSync(bytes), bytes]) {
      assert.deepEqual(Buffer.from(decompressedBytes(packed)), bytes);
    }
  });

  it('decompressedBytes refuses damaged gzip', () => {
    const damaged = gzipSync(Buffer.from('some bytes')).subarray(0, 20);
    assert.throws(() => decompressedBytes(damaged), ImageError);
  });
});
