import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse, quantity, structuralSchema } from '../../../lib/schema/index.ts';
import { quantityNumber } from '../../../lib/schema/quantity/written-quantity.ts';

const pattern = '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$';

describe('quantity', () => {
  it('the schema of a quantity is an integer or a string with a pattern', () => {
    assert.deepEqual(structuralSchema(quantity()), {
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      'x-kubernetes-int-or-string': true,
      pattern,
    });
  });

  for (const value of [
    0,
    2,
    -1,
    '1',
    '1.5',
    '.5',
    '1.',
    '+1',
    '-1',
    '500m',
    '10Gi',
    '1e3',
    '1E-3',
    '2E',
    '100n',
    '5u',
    '1k',
  ]) {
    it(`a quantity may be ${JSON.stringify(value)}`, () => assert.deepEqual(parse(quantity(), value), { value }));
  }

  for (const value of [0.5, '', '1 Gi', 'Gi', '1GiB', '1K', '1ki', '1e', '1e1.5', '--1', '1e3k', null, true]) {
    it(`a quantity may not be ${JSON.stringify(value)}`, () => {
      assert.deepEqual(parse(quantity(), value, 'spec.size'), {
        findings: [{ path: 'spec.size', message: 'must be a quantity, such as 2, 500m or 10Gi' }],
      });
    });
  }

  it('a quantity out of bounds is refused by zod, and by rules of the schema', () => {
    const storage = quantity({ min: '1Gi', max: '2Ti' });
    assert.equal(structuralSchema(storage).maxLength, 64);
    assert.deepEqual(structuralSchema(storage)['x-kubernetes-validations'], [
      { rule: "quantity(string(self)).compareTo(quantity('1Gi')) >= 0", message: 'must be at least 1Gi' },
      { rule: "quantity(string(self)).compareTo(quantity('2Ti')) <= 0", message: 'must be at most 2Ti' },
    ]);
    for (const value of ['1Gi', '1024Mi', 1073741824, '2Ti', '2048Gi'])
      assert.deepEqual(parse(storage, value), { value });
    assert.deepEqual(parse(storage, '1G'), { findings: [{ path: '', message: 'must be at least 1Gi' }] });
    assert.deepEqual(parse(storage, '3Ti'), { findings: [{ path: '', message: 'must be at most 2Ti' }] });
  });

  it('an invalid quantity is refused as such even if there are bounds', () => {
    const message = 'must be a quantity, such as 2, 500m or 10Gi';
    assert.deepEqual(parse(quantity({ min: 1, max: '2Gi' }), 'abc'), { findings: [{ path: '', message }] });
  });

  it('quantity throws for a bound that isn’t a quantity', () => {
    assert.throws(() => quantity({ min: '1GiB' }), { name: 'TypeError', message: /'1GiB' is not a quantity/ });
  });
});

describe('amount', () => {
  for (const [quantity, number] of [
    [2, 2],
    ['1.5', 1.5],
    ['-.5', -0.5],
    ['500m', 0.5],
    ['3m', 0.003],
    ['7u', 0.000007],
    ['9n', 9e-9],
    ['1k', 1000],
    ['1E', 1e18],
    ['1E3', 1000],
    ['1e-3', 0.001],
    ['1.5Gi', 1610612736],
    ['8Ei', 2 ** 63],
    ['0', 0],
  ] as const) {
    it(`the number of the quantity ${quantity} is ${number}`, () => assert.equal(quantityNumber(quantity), number));
  }
});
