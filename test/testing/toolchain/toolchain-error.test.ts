import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastLines } from '../../../lib/testing/toolchain/toolchain-error.ts';

describe('lastLines', () => {
  it('are the last lines that aren’t empty', () => {
    assert.equal(lastLines('a\nb\n\n  \nc\n', 2), '  b\n  c');
  });

  it('are cut to the width that a terminal can show', () => {
    assert.equal(lastLines('x'.repeat(500)).length, 2 + 400 + 1);
  });

  it('report an empty log', () => {
    assert.equal(lastLines('\n'), '  (nothing)');
  });
});
