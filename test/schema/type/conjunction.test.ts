import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { schemaConjunction } from '../../../lib/schema/type/conjunction.ts';

describe('conjunction', () => {
  it('a conjunction of schemas combines constraints of different kinds', () => {
    assert.deepEqual(schemaConjunction({ type: 'string', minLength: 1 }, { pattern: 'a' }), {
      type: 'string',
      minLength: 1,
      pattern: 'a',
    });
  });

  it('a conjunction of schemas keeps the tighter of two bounds, whichever comes first', () => {
    assert.deepEqual(schemaConjunction({ minimum: 1, maximum: 9 }, { minimum: 3, maximum: 5 }), {
      minimum: 3,
      maximum: 5,
    });
    assert.deepEqual(schemaConjunction({ minLength: 3, maxItems: 5 }, { minLength: 1, maxItems: 9 }), {
      minLength: 3,
      maxItems: 5,
    });
  });

  it('a conjunction of schemas drops the exclusion of a bound together with the bound', () => {
    assert.deepEqual(schemaConjunction({ minimum: 1, exclusiveMinimum: true }, { minimum: 3 }), { minimum: 3 });
    assert.deepEqual(schemaConjunction({ maximum: 3 }, { maximum: 9, exclusiveMaximum: true }), { maximum: 3 });
  });

  it('a conjunction of schemas keeps the exclusion if two bounds are equal', () => {
    const exclusive = { minimum: 1, exclusiveMinimum: true };
    assert.deepEqual(schemaConjunction({ minimum: 1 }, exclusive), exclusive);
    assert.deepEqual(schemaConjunction(exclusive, { minimum: 1 }), exclusive);
  });

  it('a conjunction of schemas keeps both of two constraints that differ', () => {
    const joined = schemaConjunction(schemaConjunction({ type: 'string', pattern: 'a' }, { pattern: 'b' }), {
      pattern: 'c',
    });
    assert.deepEqual(joined, { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: 'c' }] });
  });

  it('a conjunction of schemas keeps a common constraint once', () => {
    assert.deepEqual(schemaConjunction({ pattern: 'a' }, { pattern: 'a' }), { pattern: 'a' });
  });
});
