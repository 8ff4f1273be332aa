import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { smallGzip } from '../../lib/oci/small-gzip.ts';

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
  it('has the same bytes on every machine, and with every release of Node', () => {
    const digest = createHash('sha256')
      .update(smallGzip([prose()]))
      .digest('hex');
    assert.equal(digest, '60b12de3dc6970298c2068b7483d42ce85449f4f82c7f866c0233d1e8f1724b9');
  });

  it('has the same bytes for any chunks of the input', () => {
    const bytes = prose();
    const pieces = [bytes.subarray(0, 5), bytes.subarray(5, 1_500_000), bytes.subarray(1_500_000)];
    assert.ok(Buffer.from(smallGzip([bytes])).equals(smallGzip(pieces)));
  });

  it('is much smaller', () => {
    const bytes = prose();
    assert.ok(smallGzip([bytes]).length < bytes.length / 3);
  });

  it('is decompressed to its content', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 2000 })), (pieces) => {
        assert.ok(gunzipSync(smallGzip(pieces)).equals(Buffer.concat(pieces)));
      }),
    );
  });
});
