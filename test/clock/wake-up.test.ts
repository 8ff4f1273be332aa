import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WakeUp } from '../../lib/clock/index.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';

const never = new AbortController().signal;

describe('a bell', () => {
  it('ends the wait under way, the next one if there is none, and no further one', async () => {
    const clock = new ManualClock();
    const wakeUp = new WakeUp(clock);
    let waits = 0;
    const wait = () => void wakeUp.wait(1_000, never).then(() => (waits += 1));
    wait();
    wakeUp.wake();
    await clock.advance(0);
    assert.equal(waits, 1);
    wakeUp.wake();
    wakeUp.wake();
    wait();
    await clock.advance(0);
    assert.equal(waits, 2);
    wait();
    await clock.advance(999);
    assert.equal(waits, 2);
    await clock.advance(1);
    assert.equal(waits, 3);
  });

  it('ends a wait whose signal aborts, and leaves no timer behind', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const end = new WakeUp(clock).wait(1_000, stop.signal);
    stop.abort();
    await end;
    assert.equal(clock.pendingCount, 0);
  });
});
