import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ratchetingRule } from '../../../../lib/schema/index.ts';

const unchanged = '(oldSelf.hasValue() && oldSelf.value().spec == self.spec)';

describe('a rule over a whole object', () => {
  it('a ratcheting rule tolerates an unchanged violation, and keeps its message', () => {
    assert.deepEqual(ratchetingRule({ rule: 'self.spec.size > 1', fieldPath: '.spec.size' }), {
      rule: `${unchanged} || (self.spec.size > 1)`,
      message: 'failed rule: self.spec.size > 1',
      fieldPath: '.spec.size',
      optionalOldSelf: true,
    });
  });

  it('a ratcheting rule may end with a comment', () => {
    assert.equal(ratchetingRule({ rule: 'true // yes' }).rule, `${unchanged} || (true // yes\n)`);
  });

  it('the message expression of a ratcheting rule finds the earlier value in an optional', () => {
    const words = { message: 'm', messageExpression: 'string(oldSelf.spec.size) + "oldSelf"' };
    const { message, messageExpression } = ratchetingRule({ rule: 'self.spec.size > 1', ...words });
    assert.deepEqual([message, messageExpression], ['m', 'string(oldSelf.value().spec.size) + "oldSelf"']);
  });

  it('a ratcheting rule tolerates an unchanged violation even in forms that only the API server can parse', () => {
    assert.equal(ratchetingRule({ rule: 'self.spec.`a` > 1' }).rule, `${unchanged} || (self.spec.\`a\` > 1)`);
  });

  for (const rule of [
    'self.spec.size >= oldSelf.spec.size',
    'has(self.status)',
    'self.?status.?size.orValue(1) > 0',
    'self.spec.size == self.status.size',
    '[self].all(s, s.status.size > 1)',
    'self.status.`a` > 1',
    'oldSelf.`a` > 1',
    'self.spec.size >',
  ]) {
    it(`a rule that depends on more than the spec doesn’t become a ratcheting rule: ${rule}`, () => {
      assert.deepEqual(ratchetingRule({ rule }), { rule });
    });
  }

  it('a rule that names more than the spec only in its text becomes a ratcheting rule', () => {
    const rule = 'self.spec.all(status, status != "oldSelf") && self.spec.status == 1';
    assert.equal(ratchetingRule({ rule }).rule, `${unchanged} || (${rule})`);
  });
});
