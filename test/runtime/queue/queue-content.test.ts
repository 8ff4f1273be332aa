import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WorkQueue } from '../../../lib/runtime/queue/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

const forever = new AbortController().signal;

describe('the content of a work queue', () => {
  it('the content of a queue has running keys, and waiting keys by due time with reasons and retries', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue({ clock, metrics: silentMetrics.queue('test') }, { workerCount: 1 });
    queue.add('shop/hourly', { reason: 'requeued', dueInMs: 3_600_000 });
    for (let failures = 0; failures < 5; failures += 1) {
      queue.add('shop/failing', { reason: 'listed' });
      await queue.take(forever);
      queue.retry('shop/failing');
      queue.done('shop/failing');
    }
    queue.add('shop/running', { reason: 'listed' });
    await queue.take(forever);
    await clock.advance(30);
    queue.add('shop/now', { reason: 'child-updated' });
    assert.deepEqual(queue.content, {
      running: [{ key: 'shop/running', runningMs: 30 }],
      waiting: [
        { key: 'shop/now', reasons: ['child-updated'], dueInMs: 0, retryCount: 0 },
        { key: 'shop/failing', reasons: ['retry'], dueInMs: 1_570, retryCount: 5 },
        { key: 'shop/hourly', reasons: ['requeued'], dueInMs: 3_599_970, retryCount: 0 },
      ],
      waitingCount: 3,
      dueCount: 1,
    });
  });

  it('the content of a queue names the first hundred waiting keys, and counts all waiting keys', () => {
    const queue = new WorkQueue({ clock: new ManualClock(), metrics: silentMetrics.queue('test') }, { workerCount: 1 });
    for (let number = 1; number <= 150; number += 1) queue.add(`shop/${number}`, { reason: 'listed', dueInMs: number });
    const { waiting, waitingCount } = queue.content;
    assert.deepEqual([waiting.length, waiting.at(-1)?.key, waitingCount], [100, 'shop/100', 150]);
  });
});
