import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Backoff } from '../../lib/clock/index.ts';

describe('Backoff', () => {
  it('doubles from the base up to the maximum', () => {
    const backoff = new Backoff({ baseMs: 800, maxMs: 30_000, random: () => 0.5 });
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => backoff.delayMs(attempt));
    assert.deepEqual(delays, [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('spreads a delay by up to three tenths to both sides', () => {
    const at = (random: number) => new Backoff({ baseMs: 1000, maxMs: 8000, random: () => random });
    assert.equal(at(0).delayMs(1), 700);
    assert.equal(at(0.75).delayMs(1), 1150);
    assert.equal(at(0).delayMs(9), 5600);
  });

  it('stays whole and within its bounds, however many attempts there were', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        const delay = new Backoff({ baseMs: 800, maxMs: 30_000, random: () => random }).delayMs(attempt);
        assert.ok(Number.isInteger(delay) && delay >= 560 && delay <= 39_000, `${delay}`);
      }),
    );
  });

  it('refuses attempts that are not counted from 1', () => {
    const backoff = new Backoff({ baseMs: 1, maxMs: 2 });
    assert.throws(() => backoff.delayMs(0), RangeError);
    assert.throws(() => backoff.delayMs(Number.NaN), RangeError);
  });
});
