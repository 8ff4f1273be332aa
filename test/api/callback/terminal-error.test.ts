import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TerminalError } from '../../../lib/api/index.ts';

describe('a terminal error', () => {
  it('is recognised by its brand, also one of another copy of the library', () => {
    const foreign = Object.assign(new Error('no space'), { [Symbol.for('operand.TerminalError')]: true });
    assert.equal(TerminalError.is(new TerminalError('no space')), true);
    assert.equal(TerminalError.is(foreign), true);
    for (const other of [new Error('no space'), 'no space', null, undefined])
      assert.equal(TerminalError.is(other), false);
  });

  it('keeps its cause', () => {
    const cause = new Error('why');
    const error = new TerminalError('no space', { cause });
    assert.deepEqual([error.code, error.cause], ['terminal', cause]);
  });
});
