import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { systemClock } from '../../lib/clock/index.ts';

describe('systemClock', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('the system clock calls a timer once its time has come, and not one that was cancelled', () => {
    const called: string[] = [];
    systemClock.timer(10, () => called.push('timer'));
    systemClock.timer(10, () => called.push('cancelled')).cancel();
    mock.timers.tick(9);
    assert.deepEqual(called, []);
    mock.timers.tick(1);
    assert.deepEqual(called, ['timer']);
  });

  it('the system clock waits longer than any timer of Node can', () => {
    const longestMs = 2 ** 31 - 1;
    const called: string[] = [];
    systemClock.timer(2 * longestMs + 5, () => called.push('timer'));
    const cancelled = systemClock.timer(2 * longestMs, () => called.push('cancelled'));
    mock.timers.tick(longestMs);
    cancelled.cancel();
    mock.timers.tick(longestMs);
    mock.timers.tick(4);
    assert.deepEqual(called, []);
    mock.timers.tick(1);
    assert.deepEqual(called, ['timer']);
  });

  it('the system clock sleeps until its time has come, or the signal aborts', async () => {
    const controller = new AbortController();
    const slept = systemClock.sleep(10);
    const woken = systemClock.sleep(10, controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(woken, /enough/);
    await assert.rejects(systemClock.sleep(10, controller.signal), /enough/);
    mock.timers.tick(10);
    await slept;
  });
});
