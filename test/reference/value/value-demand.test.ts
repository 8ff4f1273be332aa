import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { undescribedDemands, valueDemands } from '../../../lib/reference/value/value-demand.ts';
import { readSchema } from '../../../lib/schema/structural/index.ts';
import { readText } from '../rendered.ts';

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** Visible text → the schema. */
const cases: readonly (readonly [words: string, schema: object])[] = [
  ['', { type: 'string', minLength: 1 }],
  ['Matches ^(a|b)$.', { type: 'string', pattern: '^(a|b)$' }],
  ['One of a, b, c, d, e, f or g.', { type: 'string', enum: letters }],
  [
    'One of "", " ", "\\n", " a", a|b, `, <c> or \\.',
    { type: 'string', enum: ['', ' ', '\n', ' a', 'a|b', '`', '<c>', '\\'] },
  ],
  [
    'A rule must hold.',
    { type: 'string', 'x-kubernetes-validations': [{ rule: "self != ''", message: '', messageExpression: '' }] },
  ],
  ['Each item: one of a, b, c, d, e, f or g.', { type: 'array', items: { type: 'string', enum: letters } }],
  ['Each value: matches ^a$.', { type: 'object', additionalProperties: { type: 'string', pattern: '^a$' } }],
  ['Exactly one of a or b.', { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }],
  ['At least one of a and b or c.', { type: 'object', anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] }],
  ['Must not have a and b together.', { type: 'object', not: { required: ['a', 'b'] } }],
  ['Must not have a.', { type: 'object', not: { required: ['a'] } }],
  [
    'Further fields are kept.',
    { type: 'object', properties: { a: { type: 'string' } }, 'x-kubernetes-preserve-unknown-fields': true },
  ],
  ['', { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' }],
  [
    'Applied as a whole.',
    { type: 'object', additionalProperties: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' },
  ],
  ["Can't be changed.", { type: 'string', 'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'no' }] }],
  [
    'a can be neither added nor removed.',
    {
      type: 'object',
      'x-kubernetes-validations': [{ rule: 'has(self.a) == has(oldSelf.a)', message: 'a is immutable' }],
    },
  ],
  [
    'Must be even.',
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self % 2 == 0', message: 'must be even' }] },
  ],
  [
    'spec.size is odd.',
    { type: 'integer', 'x-kubernetes-validations': [{ rule: 'true', message: 'spec.size is odd' }] },
  ],
  ['A rule must hold.', { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 0' }] }],
];

describe('the constraints of a value', () => {
  for (const [words, schema] of cases) {
    it(`the constraints of a value are described: ${words || 'nothing'}, of ${JSON.stringify(schema)}`, () => {
      assert.equal(readText(valueDemands(readSchema(schema).schema).join(' ')), words);
    });
  }

  it('the constraints of a value are shown as code if there is no text for them', () => {
    const { schema } = readSchema({
      type: 'object',
      anyOf: [{ required: ['a'] }, { properties: { b: { enum: ['x'] } }, required: ['b'] }],
      oneOf: [{ required: ['a'] }, { required: ['b'] }],
      not: { properties: { c: { pattern: '^c' } } },
    });
    assert.deepEqual(undescribedDemands(schema), {
      anyOf: [{ required: ['a'] }, { properties: { b: { enum: ['x'] } }, required: ['b'] }],
      not: { properties: { c: { pattern: '^c' } } },
    });
  });

  it('the constraints of a value are not shown as code if there is a text for each of them', () => {
    const { schema } = readSchema({ type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] });
    assert.equal(undescribedDemands(schema), undefined);
  });
});
