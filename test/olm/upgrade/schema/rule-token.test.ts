import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ruleText } from '../../../../lib/olm/upgrade/schema/rule-words.ts';

describe('the tokens of a rule', () => {
  it('are the same for rules that differ in spaces and comments', () => {
    assert.equal(ruleText('self.a  <b // less'), ruleText('self . a < b'));
  });

  it('distinguish literals, also raw ones with backslashes', () => {
    for (const prefix of ['', 'b', 'r', 'br', 'bR', 'B', 'BR']) {
      assert.notEqual(ruleText(`self == ${prefix}'a  b'`), ruleText(`self == ${prefix}'a b'`), prefix);
    }
    for (const prefix of ['r', 'R', 'br', 'BR']) {
      // The literal ends behind the backslash.
      assert.equal(ruleText(`${prefix}'\\' == a//'`), ruleText(`${prefix}'\\'==a`), prefix);
    }
  });
});
