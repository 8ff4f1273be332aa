import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLabelValue } from '../../../lib/schema/name/label-value.ts';

describe('the value of a label', () => {
  for (const value of ['', 'a', '7', 'Not_me.2-x', 'a'.repeat(63)]) {
    it(`may be '${value.slice(0, 20)}'`, () => {
      assert.ok(isLabelValue(value));
    });
  }

  for (const value of ['-a', 'a-', '.', 'a b', 'a/b', 'ä', 'a\n', 'a'.repeat(64)]) {
    it(`may not be '${value.slice(0, 20)}'`, () => {
      assert.ok(!isLabelValue(value));
    });
  }
});
