import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastLines } from '../../../lib/testing/toolchain/last-lines.ts';

describe('lastLines', () => {
  it('are the last lines that say something', () => {
    assert.equal(lastLines('a\nb\n\n  \nc\n', 2), '  b\n  c');
  });

  it('cut what a terminal cannot show', () => {
    assert.equal(lastLines('x'.repeat(500)).length, 2 + 400 + 1);
  });

  it('admit that there are none', () => {
    assert.equal(lastLines('\n'), '  (nothing)');
  });
});
