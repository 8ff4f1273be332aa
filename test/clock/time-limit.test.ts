import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { whenAborted, withTimeLimit } from '../../lib/clock/index.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';

const limit = { ms: 1_000, message: 'too late' };

async function untilAbort(signal: AbortSignal): Promise<never> {
  await whenAborted(signal);
  throw signal.reason;
}

describe('a time limit', () => {
  it('a time limit doesn’t affect a step that ends in time, and leaves no timer behind', async () => {
    const clock = new ManualClock();
    assert.equal(await withTimeLimit(clock, limit, async () => 'done'), 'done');
    assert.equal(clock.pendingCount, 0);
  });

  it('a time limit aborts a step when its time is over', async () => {
    const clock = new ManualClock();
    const failed = assert.rejects(withTimeLimit(clock, limit, untilAbort), { message: 'too late' });
    await clock.advance(1_000);
    await failed;
  });

  it('a time limit aborts a step with the signal of its caller', async () => {
    const stop = new AbortController();
    const failed = assert.rejects(withTimeLimit(new ManualClock(), { ...limit, signal: stop.signal }, untilAbort), {
      message: 'stopped',
    });
    stop.abort(new Error('stopped'));
    await failed;
  });
});
