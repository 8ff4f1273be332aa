import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneLine } from '../../../lib/server/admission/one-line.ts';

describe('oneLine', () => {
  it('replaces a line break and the indentation after it with a blank', () => {
    assert.equal(oneLine('too much:\r\n  for us\n'), 'too much: for us');
    assert.equal(oneLine('one\u2028two\tthree'), 'one two three');
  });

  it('keeps the rest unchanged', () => {
    assert.equal(oneLine('two  blanks, “quotes” and 🙂'), 'two  blanks, “quotes” and 🙂');
  });

  it('fixes text that is not well-formed', () => {
    assert.equal(oneLine('a\ud800b'), 'a\ufffdb');
  });
});
