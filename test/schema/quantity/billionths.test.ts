import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { quantityBillionths } from '../../../lib/schema/quantity/billionths.ts';
import { canonicalQuantity } from '../../../lib/schema/quantity/canonical-quantity.ts';

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
    it(`is ${value} billionths for ${text}`, () => {
      assert.equal(quantityBillionths(text), value);
    });
  }

  it('is the same for the stored text', () => {
    for (const text of ['1024Mi', '1.5Gi', '0.5', '1000k', '1E3', '300m', '0.3Gi']) {
      assert.equal(quantityBillionths(canonicalQuantity(text) ?? ''), quantityBillionths(text), text);
    }
  });

  it('is undefined for any other text', () => {
    for (const text of ['', 'Gi', '1Gb', 'much']) assert.equal(quantityBillionths(text), undefined);
  });
});
