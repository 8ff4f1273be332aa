import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalizedRule } from '../../../../lib/olm/upgrade/schema/rule-token.ts';

describe('the tokens of a rule', () => {
  it('rules that differ in spaces and comments have the same tokens', () => {
    assert.equal(normalizedRule('self.a  <b // less'), normalizedRule('self . a < b'));
  });

  it('the tokens of rules distinguish literals, also raw ones with backslashes', () => {
    for (const prefix of ['', 'b', 'r', 'br', 'bR', 'B', 'BR']) {
      assert.notEqual(normalizedRule(`self == ${prefix}'a  b'`), normalizedRule(`self == ${prefix}'a b'`), prefix);
    }
    for (const prefix of ['r', 'R', 'br', 'BR']) {
      // The literal ends behind the backslash.
      assert.equal(normalizedRule(`${prefix}'\\' == a//'`), normalizedRule(`${prefix}'\\'==a`), prefix);
    }
  });
});
