import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writtenQuantity } from '../../../lib/schema/quantity/written-quantity.ts';

describe('a written quantity', () => {
  for (const [text, written] of [
    ['5', { isNegative: false, whole: '5', fraction: '', family: 'decimal', power: 0 }],
    ['-.5m', { isNegative: true, whole: '', fraction: '5', family: 'decimal', power: -3 }],
    ['+1.50Gi', { isNegative: false, whole: '1', fraction: '50', family: 'binary', power: 30 }],
    ['2E', { isNegative: false, whole: '2', fraction: '', family: 'decimal', power: 18 }],
    ['2E3', { isNegative: false, whole: '2', fraction: '', family: 'exponential', power: 3 }],
    ['1.e-3', { isNegative: false, whole: '1', fraction: '', family: 'exponential', power: -3 }],
  ] as const) {
    it(`has the parts of ${text}`, () => {
      assert.deepEqual(writtenQuantity(text), written);
    });
  }

  it('is invalid without digits, with two signs, or with an unknown suffix', () => {
    for (const text of ['', '.', 'Gi', '--1', '1 Gi', '1K', '1ki', '1e', '1e1.5', '1\n']) {
      assert.equal(writtenQuantity(text), undefined, text);
    }
  });
});
