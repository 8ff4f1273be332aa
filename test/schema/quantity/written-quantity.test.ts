import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalQuantity } from '../../../lib/schema/quantity/canonical-quantity.ts';
import { quantityBillionths, writtenQuantity } from '../../../lib/schema/quantity/written-quantity.ts';

describe('a written quantity', () => {
  for (const [text, written] of [
    ['5', { isNegative: false, whole: '5', fraction: '', family: 'decimal', power: 0 }],
    ['-.5m', { isNegative: true, whole: '', fraction: '5', family: 'decimal', power: -3 }],
    ['+1.50Gi', { isNegative: false, whole: '1', fraction: '50', family: 'binary', power: 30 }],
    ['2E', { isNegative: false, whole: '2', fraction: '', family: 'decimal', power: 18 }],
    ['2E3', { isNegative: false, whole: '2', fraction: '', family: 'exponential', power: 3 }],
    ['1.e-3', { isNegative: false, whole: '1', fraction: '', family: 'exponential', power: -3 }],
  ] as const) {
    it(`a written quantity has the parts of ${text}`, () => {
      assert.deepEqual(writtenQuantity(text), written);
    });
  }

  it('a written quantity is invalid without digits, with two signs, or with an unknown suffix', () => {
    for (const text of ['', '.', 'Gi', '--1', '1 Gi', '1K', '1ki', '1e', '1e1.5', '1\n']) {
      assert.equal(writtenQuantity(text), undefined, text);
    }
  });
});

describe('the value of a quantity', () => {
  const billion = 1_000_000_000n;
  for (const [text, value] of [
    ['0', 0n],
    ['1', billion],
    ['1Ki', 1024n * billion],
    ['1.5Gi', 1536n * 1024n * 1024n * billion],
    ['1G', billion * billion],
    ['1e3', 1000n * billion],
    ['5E-1', billion / 2n],
    ['-250m', -billion / 4n],
    ['1n', 1n],
    ['1.01n', 2n],
    ['9Ei', 9n * 1024n ** 6n * billion],
  ] as const) {
    it(`the value of a quantity is ${value} billionths for ${text}`, () => {
      assert.equal(quantityBillionths(text), value);
    });
  }

  it('the value of a quantity is the same for its stored text', () => {
    for (const text of ['1024Mi', '1.5Gi', '0.5', '1000k', '1E3', '300m', '0.3Gi']) {
      assert.equal(quantityBillionths(canonicalQuantity(text) ?? ''), quantityBillionths(text), text);
    }
  });

  it('the value of a text that is not a quantity is undefined', () => {
    for (const text of ['', 'Gi', '1Gb', 'much']) assert.equal(quantityBillionths(text), undefined);
  });
});
