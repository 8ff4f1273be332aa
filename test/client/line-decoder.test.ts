import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { LineDecoder } from '../../lib/client/line-decoder.ts';
import { chunked } from './chunked.ts';

describe('LineDecoder', () => {
  it('returns the same lines however the bytes are split', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.nat()), (lines, cuts) => {
        const decoder = new LineDecoder();
        const bytes = Buffer.from(lines.map((each) => `${each}\n`).join(''));
        assert.deepEqual(
          chunked(bytes, cuts).flatMap((chunk) => decoder.decode(chunk)),
          lines,
        );
      }),
    );
  });

  it('omits empty lines, and the text after the last newline', () => {
    assert.deepEqual(new LineDecoder().decode(Buffer.from('one\n\ntwo\npart')), ['one', 'two']);
  });

  it('joins a line of many chunks once, at its end', (t) => {
    const concat = t.mock.method(Buffer, 'concat');
    const decoder = new LineDecoder();
    const chunk = Buffer.alloc(16 * 1024, 'x');
    const chunkCount = 1024;
    for (let sent = 0; sent < chunkCount; sent += 1) assert.deepEqual(decoder.decode(chunk), []);
    const [line] = decoder.decode(Buffer.from('\n'));
    assert.equal(line?.length, chunkCount * chunk.length);
    assert.equal(concat.mock.callCount(), 1);
  });
});
