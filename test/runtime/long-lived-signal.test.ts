// Waits that end before their signal aborts: the signal lives as long as the process, and must keep no listeners.

import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { RequestLimiter } from '../../lib/client/request-limiter.ts';
import { systemClock, untilAborted, WakeUp } from '../../lib/clock/index.ts';
import { WorkQueue } from '../../lib/runtime/queue/index.ts';
import { ReconcileTime } from '../../lib/runtime/reconcile/safeguards/reconcile-time.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import { ManualClock } from '../../lib/testing/index.ts';

const roundCount = 1_000;

/** One finished wait each. */
function waits(): Readonly<Record<string, (signal: AbortSignal) => Promise<unknown>>> {
  const clock = new ManualClock();
  const queue = new WorkQueue({ clock, metrics: silentMetrics.queue('test') }, { workerCount: 1 });
  const turns = new RequestLimiter(1);
  const wakeUp = new WakeUp(clock);
  return {
    'a sleep': async (signal) => {
      const sleep = clock.sleep(1, signal);
      await clock.advance(1);
      await sleep;
    },
    'a sleep of the machine': (signal) => systemClock.sleep(0, signal),
    'a wake-up': async (signal) => {
      const wait = wakeUp.wait(1_000, signal);
      wakeUp.wake();
      await wait;
    },
    'an outcome': (signal) => untilAborted(Promise.resolve(), signal),
    'a key of the queue': async (signal) => {
      const taken = queue.take(signal);
      queue.add('a', { reason: 'requeued' });
      queue.done((await taken).key);
    },
    'a turn': async (signal) => {
      const end = await turns.untilTurn([signal]);
      const next = turns.untilTurn([signal]);
      end();
      (await next)();
    },
    'the time of a reconcile': async (signal) => new ReconcileTime(clock, Duration.minutes(1), signal).end(),
  };
}

describe('a long-lived signal', () => {
  for (const [what, wait] of Object.entries(waits())) {
    it(`a long-lived signal keeps no listener of a thousand waits for ${what}`, async () => {
      const { signal } = new AbortController();
      for (let round = 0; round < roundCount; round++) await wait(signal);
      assert.equal(getEventListeners(signal, 'abort').length, 0);
    });
  }
});
