import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { wrongType } from '../../../lib/schema/value/error-message.ts';

describe('a value of a wrong type', () => {
  for (const [value, words] of [
    [undefined, 'undefined'],
    [null, 'null'],
    [1.5, '1.5'],
    [5n, "5n, which JSON doesn't have"],
    [[], 'a list'],
    [{}, 'an object'],
    ['1', 'text'],
  ] as const) {
    it(`a value of a wrong type is described as ${words}`, () => {
      assert.equal(wrongType(['integer'], value), `must be an integer, and is ${words}`);
    });
  }
});
