import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastLines } from '../../../lib/testing/toolchain/toolchain-error.ts';

describe('lastLines', () => {
  it('the last lines of a log leave out empty lines', () => {
    assert.equal(lastLines('a\nb\n\n  \nc\n', 2), '  b\n  c');
  });

  it('the last lines of a log are cut to the width that a terminal can show', () => {
    assert.equal(lastLines('x'.repeat(500)).length, 2 + 400 + 1);
  });

  it('an empty log is quoted as nothing', () => {
    assert.equal(lastLines('\n'), '  (nothing)');
  });
});
