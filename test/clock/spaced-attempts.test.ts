import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Backoff } from '../../lib/clock/index.ts';
import { SpacedAttempts } from '../../lib/clock/spaced-attempts.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';

describe('spaced attempts', () => {
  const backoff = new Backoff({ baseMs: 1_000, maxMs: 60_000 });

  it('spaced attempts follow each other after longer and longer times', async () => {
    const clock = new ManualClock();
    const attempts = new SpacedAttempts(clock, backoff, 3_600_000);
    assert.ok(attempts.waitMs <= 0);
    const delays = [1, 2, 3].map(() => {
      attempts.begin();
      return attempts.delayNext();
    });
    assert.deepEqual(delays, [1_000, 2_000, 4_000]);
    assert.equal(attempts.waitMs, 4_000);
    await clock.advance(4_000);
    assert.equal(attempts.waitMs, 0);
  });

  it('the count of spaced attempts begins again after a calm time', async () => {
    const clock = new ManualClock();
    const attempts = new SpacedAttempts(clock, backoff, 10_000);
    attempts.begin();
    attempts.begin();
    assert.equal(attempts.count, 2);
    await clock.advance(10_001);
    attempts.begin();
    assert.equal(attempts.count, 1);
  });

  it('spaced attempts begin again without a delay after a reset', () => {
    const attempts = new SpacedAttempts(new ManualClock(), backoff, 10_000);
    attempts.begin();
    attempts.delayNext();
    attempts.reset();
    assert.ok(attempts.waitMs <= 0);
    assert.equal(attempts.count, 0);
  });
});
