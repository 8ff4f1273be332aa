import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoized } from '../../../lib/olm/content/index.ts';

describe('a memoized function', () => {
  it('a memoized function returns one result for the same subject, and another one for another subject', () => {
    const asked: string[] = [];
    const letters = memoized(({ word }: { readonly word: string }) => {
      asked.push(word);
      return [...word];
    });
    const [one, other] = [{ word: 'ab' }, { word: 'ab' }];
    assert.deepEqual(letters(one), ['a', 'b']);
    assert.equal(letters(one), letters(one));
    assert.notEqual(letters(other), letters(one));
    assert.deepEqual(asked, ['ab', 'ab']);
  });
});
