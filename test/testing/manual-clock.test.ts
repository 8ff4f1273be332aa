import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../lib/testing/manual-clock.ts';

describe('ManualClock', () => {
  it('a manual clock stands still until it is moved', async () => {
    const clock = new ManualClock({ nowMs: 5000 });
    const fired: string[] = [];
    clock.timer(1, () => fired.push('timer'));
    await clock.advance(0);
    assert.deepEqual([fired, clock.now(), clock.monotonic()], [[], 5000, 0]);
    await clock.advance(1);
    assert.deepEqual([fired, clock.now(), clock.monotonic()], [['timer'], 5001, 1]);
  });

  it('a manual clock runs due calls in order, each at its own time, and the calls that these add', async () => {
    const clock = new ManualClock();
    const fired: [string, number][] = [];
    const note = (name: string) => () => fired.push([name, clock.monotonic()]);
    clock.timer(30, note('c'));
    clock.timer(10, note('a'));
    clock.timer(10, note('b'));
    clock.timer(20, () => clock.timer(5, note('added')));
    clock.timer(41, note('too late'));
    await clock.advance(40);
    assert.deepEqual(fired, [
      ['a', 10],
      ['b', 10],
      ['added', 25],
      ['c', 30],
    ]);
    assert.equal(clock.pendingCount, 1);
  });

  it('a manual clock runs no call before its time, even for sums of fractions', async () => {
    const clock = new ManualClock();
    for (let count = 0; count < 100; count += 1) {
      await clock.advance(2 ** 25 - 1_000 + 1 / (count + 3));
      const startMs = clock.monotonic();
      const { promise, resolve } = Promise.withResolvers<number>();
      clock.timer(3_600_000.1, () => resolve(clock.monotonic() - startMs));
      await clock.advance(3_600_002);
      assert.ok((await promise) >= 3_600_000.1);
    }
  });

  it('a manual clock lets chains of promises settle between two timers', async () => {
    const clock = new ManualClock();
    const order: string[] = [];
    const steps = (async () => {
      await clock.sleep(10);
      for (let step = 0; step < 50; step++) await Promise.resolve();
      order.push('chain');
    })();
    clock.timer(11, () => order.push('timer'));
    await clock.advance(11);
    await steps;
    assert.deepEqual(order, ['chain', 'timer']);
  });

  it('a manual clock forgets a cancelled timer', async () => {
    const clock = new ManualClock();
    const timer = clock.timer(1, () => assert.fail('was cancelled'));
    timer.cancel();
    timer.cancel();
    await clock.advance(10);
    assert.equal(clock.pendingCount, 0);
  });

  it('a manual clock ends a sleep when its signal aborts, before or during the sleep', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const during = clock.sleep(100, controller.signal);
    controller.abort(new Error('enough'));
    await assert.rejects(during, /enough/);
    await assert.rejects(clock.sleep(100, controller.signal), /enough/);
    assert.equal(clock.pendingCount, 0);
  });
});
