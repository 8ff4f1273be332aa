import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { amount } from '../../../lib/schema/author/quantity.ts';

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
    it(`of ${quantity} is ${number}`, () => assert.equal(amount(quantity), number));
  }
});
