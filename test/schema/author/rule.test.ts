import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { rule, structuralSchema } from '../../../lib/schema/index.ts';

const range = z.object({ min: z.int(), max: z.int() });

describe('rule', () => {
  it('a type has its rules in their order', () => {
    const type = rule(rule(range, 'self.min <= self.max', 'min must not be above max'), 'self.max < 9', {
      messageExpression: '"max is " + string(self.max)',
      reason: 'FieldValueForbidden',
      fieldPath: '.max',
    });
    assert.deepEqual(structuralSchema(type)['x-kubernetes-validations'], [
      { rule: 'self.min <= self.max', message: 'min must not be above max' },
      {
        rule: 'self.max < 9',
        messageExpression: '"max is " + string(self.max)',
        reason: 'FieldValueForbidden',
        fieldPath: '.max',
      },
    ]);
  });

  it('a rule doesn’t change values', () => {
    assert.deepEqual(rule(range, 'self.min <= self.max', 'no').parse({ min: 2, max: 1 }), { min: 2, max: 1 });
  });

  it('a rule stays when an object is extended, and isn’t lost silently when fields are picked', () => {
    const type = rule(range, 'self.min <= self.max', 'no');
    assert.equal(structuralSchema(type.extend({ step: z.int() }))['x-kubernetes-validations']?.length, 1);
    assert.throws(() => type.pick({ min: true }), /refinements/);
  });

  it('a rule doesn’t change the type that it is made from', () => {
    rule(range, 'self.min <= self.max', 'no');
    assert.equal(structuralSchema(range)['x-kubernetes-validations'], undefined);
  });
});
