import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonicalQuantity, quantityValue } from '../../../lib/runtime/reconcile/quantity.ts';

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
    ['0.1n', '1n'],
    ['11n', '11n'],
    ['1.01n', '2n'],
    ['1e-999999999', '1e-9'],
    ['-0.1n', '-1n'],
  ] as const) {
    it(`stores ${text} as ${canonical}`, () => {
      assert.equal(canonicalQuantity(text), canonical);
    });
  }

  for (const text of ['', '.', 'Gi', '1 Gi', '1Gb', '1mi', '1e', '1e1.5', '0x1', 'NaN', '١']) {
    it(`takes ${JSON.stringify(text)} for something else`, () => {
      assert.equal(canonicalQuantity(text), undefined);
    });
  }

  for (const text of ['8Ei', '9223372036854775808Ki', '1000E']) {
    it(`does not know what the server makes of ${text}`, () => {
      assert.equal(canonicalQuantity(text), undefined);
    });
  }

  it('leaves what it has made as it is', () => {
    for (const text of ['1500m', '1k', '1e3', '1536Mi', '322122547200m']) assert.equal(canonicalQuantity(text), text);
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
    it(`is ${value} billionths for ${text}`, () => {
      assert.equal(quantityValue(text), value);
    });
  }

  it('is the same for the text under which the server stores it', () => {
    for (const text of ['1024Mi', '1.5Gi', '0.5', '1000k', '1E3', '300m', '0.3Gi']) {
      assert.equal(quantityValue(canonicalQuantity(text) ?? ''), quantityValue(text), text);
    }
  });

  it('is none for anything else', () => {
    for (const text of ['', 'Gi', '1Gb', 'much']) assert.equal(quantityValue(text), undefined);
  });
});
