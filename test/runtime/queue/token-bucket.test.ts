import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenBucket } from '../../../lib/runtime/queue/token-bucket.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

describe('TokenBucket', () => {
  it('lets a burst through, then tells each who comes to wait for a token of its own', () => {
    const bucket = new TokenBucket(new ManualClock(), { perSecond: 10, burst: 3 });
    const waits = [1, 2, 3, 4, 5].map(() => bucket.reserve());
    assert.deepEqual(waits, [0, 0, 0, 100, 200]);
  });

  it('fills up again with time, but never over its brim', async () => {
    const clock = new ManualClock();
    const bucket = new TokenBucket(clock, { perSecond: 10, burst: 2 });
    bucket.reserve();
    bucket.reserve();
    bucket.reserve();
    await clock.advance(200);
    assert.equal(bucket.reserve(), 0);
    await clock.advance(3_600_000);
    assert.deepEqual([bucket.reserve(), bucket.reserve(), bucket.reserve()], [0, 0, 100]);
  });
});
