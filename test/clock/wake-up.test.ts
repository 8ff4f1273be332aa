import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { WakeUp } from '../../lib/clock/index.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';

const never = new AbortController().signal;

describe('WakeUp', () => {
  it('a wake-up ends the current wait, or the next one if there is none, and no further one', async () => {
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

  it('a wait ends when its signal aborts, and leaves no timer behind', async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const end = new WakeUp(clock).wait(1_000, stop.signal);
    stop.abort();
    await end;
    assert.equal(clock.pendingCount, 0);
  });

  it('a wait for a wake-up keeps the process alive while it is all that the process does', async () => {
    const program = `
      import { systemClock, WakeUp } from '${import.meta.resolve('../../lib/clock/index.ts')}';
      await new WakeUp(systemClock).wait(1, new AbortController().signal);
      console.log('waited');
    `;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    assert.equal(stdout, 'waited\n');
  });
});
