import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Backoff } from '../../lib/clock/index.ts';

const always = (random: number) => ({ random: () => random });

describe('Backoff', () => {
  it('a backoff doubles from the base up to the maximum', () => {
    const backoff = new Backoff({ baseMs: 800, maxMs: 30_000 });
    const delays = [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => backoff.delayMs(attempt, always(0.5)));
    assert.deepEqual(delays, [800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  });

  it('a backoff spreads a delay by up to three tenths to both sides', () => {
    const backoff = new Backoff({ baseMs: 1000, maxMs: 8000 });
    assert.equal(backoff.delayMs(1, always(0)), 700);
    assert.equal(backoff.delayMs(1, always(0.75)), 1150);
    assert.equal(backoff.delayMs(9, always(0)), 5600);
  });

  it('the delay of a backoff stays whole and within its bounds after any number of attempts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1 }), fc.double({ min: 0, max: 0.999, noNaN: true }), (attempt, random) => {
        const delay = new Backoff({ baseMs: 800, maxMs: 30_000 }).delayMs(attempt, always(random));
        assert.ok(Number.isInteger(delay) && delay >= 560 && delay <= 39_000, `${delay}`);
      }),
    );
  });

  it('a backoff refuses attempts that are not counted from 1', () => {
    const backoff = new Backoff({ baseMs: 1, maxMs: 2 });
    assert.throws(() => backoff.delayMs(0, always(0.5)), RangeError);
    assert.throws(() => backoff.delayMs(Number.NaN, always(0.5)), RangeError);
  });
});
