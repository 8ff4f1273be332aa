import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TokenBucket } from '../../lib/clock/index.ts';

const takenAt = (bucket: TokenBucket, nowMs: number) => {
  let count = 0;
  while (bucket.take(nowMs)) count += 1;
  return count;
};

describe('a token bucket', () => {
  it('a token bucket lets a burst through, then one token after the other', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 3 }, 0);
    assert.deepEqual([takenAt(bucket, 0), bucket.readyAtMs(0)], [3, 100]);
    assert.deepEqual([takenAt(bucket, 99), takenAt(bucket, 100), takenAt(bucket, 350)], [0, 1, 2]);
    assert.equal(bucket.readyAtMs(350), 400);
  });

  it('a token bucket fills up again with time, up to its capacity', () => {
    const bucket = new TokenBucket({ perSecond: 10, burst: 2 }, 0);
    takenAt(bucket, 0);
    assert.equal(takenAt(bucket, 3_600_000), 2);
  });

  it('a token bucket has a token at the time that it has given, in spite of rounding', () => {
    const bucket = new TokenBucket({ perSecond: 7, burst: 1 }, 0);
    let nowMs = 0;
    for (let count = 0; count < 1_000; count++) {
      nowMs = bucket.readyAtMs(nowMs);
      assert.ok(bucket.take(nowMs), `token ${count}`);
      bucket.readyAtMs(nowMs + 0.1);
    }
  });
});
