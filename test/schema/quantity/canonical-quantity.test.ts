import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalQuantity } from '../../../lib/schema/quantity/canonical-quantity.ts';

describe('canonicalQuantity', () => {
  for (const [text, canonical] of [
    ['0', '0'],
    ['-0.0Gi', '0'],
    ['1', '1'],
    ['+1', '1'],
    ['-1.5', '-1500m'],
    ['.5', '500m'],
    ['1.', '1'],
    ['0500m', '500m'],
    ['1000m', '1'],
    ['1000', '1k'],
    ['1500', '1500'],
    ['1000000000000000000', '1E'],
    ['1e3', '1e3'],
    ['12E1', '120'],
    ['1e-3', '1e-3'],
    ['1024Ki', '1Mi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Ki', '512'],
    ['0.9765625Ki', '1k'],
    ['1023', '1023'],
    ['1024', '1024'],
    ['0.3Gi', '322122547200m'],
    ['1000.9765625Ki', '1025k'],
    ['1.953125Ki', '2k'],
    ['-976.5625Ki', '-1M'],
    ['1Ki', '1Ki'],
    ['1.46484375Ki', '1500'],
    ['0.1n', '1n'],
    ['11n', '11n'],
    ['1.01n', '2n'],
    ['1e-999999999', '1e-9'],
    ['-0.1n', '-1n'],
  ] as const) {
    it(`the canonical form of the quantity ${text} is ${canonical}`, () => {
      assert.equal(canonicalQuantity(text), canonical);
    });
  }

  for (const text of ['', '.', 'Gi', '1 Gi', '1Gb', '1mi', '1e', '1e1.5', '0x1', 'NaN', '١']) {
    it(`the text ${JSON.stringify(text)} is not treated as a quantity`, () => {
      assert.equal(canonicalQuantity(text), undefined);
    });
  }

  for (const text of ['8Ei', '9223372036854775808Ki', '1000E']) {
    it(`the canonical form of the quantity ${text} is left to the API server`, () => {
      assert.equal(canonicalQuantity(text), undefined);
    });
  }

  it('a canonical quantity doesn’t change', () => {
    for (const text of ['1500m', '1k', '1e3', '1536Mi', '322122547200m']) assert.equal(canonicalQuantity(text), text);
  });
});
