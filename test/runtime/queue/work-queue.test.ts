import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { type ReconcileRequest, WorkQueue } from '../../../lib/runtime/queue/index.ts';
import { type QueueMetrics, type QueueState, silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

const forever = new AbortController().signal;
const update = { reason: 'resource-updated' } as const;

describe('WorkQueue', () => {
  let clock: ManualClock;
  let queue: WorkQueue;

  beforeEach(() => {
    clock = new ManualClock();
    queue = new WorkQueue({ clock, metrics: silentMetrics.queue('test') }, { workerCount: 1 });
  });

  /** Returns the keys that successive workers get by now and keep. */
  async function takeAll(): Promise<ReconcileRequest[]> {
    const taken: ReconcileRequest[] = [];
    const controller = new AbortController();
    const worker = (async () => {
      for (;;) taken.push(await queue.take(controller.signal));
    })();
    await clock.advance(0);
    controller.abort(new Error('nothing left'));
    await assert.rejects(worker, /nothing left/);
    return taken;
  }

  const keys = (requests: readonly ReconcileRequest[]) => requests.map(({ key }) => key);

  describe('with one key', () => {
    it('returns a key once, with all the reasons that it was added for', async () => {
      queue.add('a', { reason: 'listed' });
      queue.add('a', { reason: 'child-updated' });
      queue.add('a', { reason: 'listed' });
      const [request, ...others] = await takeAll();
      assert.deepEqual(others, []);
      assert.deepEqual([...(request?.reasons ?? [])], ['listed', 'child-updated']);
      assert.equal(queue.size, 0);
    });

    it('returns a key once more when it changes during its own reconcile', async () => {
      queue.add('a', update);
      await queue.take(forever);
      queue.add('a', { reason: 'child-updated' });
      queue.add('a', { reason: 'watched-updated' });
      assert.deepEqual(await takeAll(), []);
      queue.done('a');
      const again = await takeAll();
      assert.deepEqual(
        again.map(({ reasons }) => [...reasons]),
        [['child-updated', 'watched-updated']],
      );
      queue.done('a');
      assert.deepEqual(await takeAll(), []);
    });

    it('doesn’t return a finished key again without a change', async () => {
      queue.add('a', update);
      await queue.take(forever);
      queue.done('a');
      queue.done('a');
      assert.deepEqual(await takeAll(), []);
    });

    it('returns a delayed key when it is due', async () => {
      queue.add('a', { reason: 'requeued', dueInMs: 60_000 });
      const next = queue.take(forever);
      await clock.advance(59_999);
      assert.equal(queue.size, 1);
      await clock.advance(1);
      assert.equal((await next).key, 'a');
    });

    it('returns a key at the earliest of its due times, in any order of requests', async () => {
      queue.add('a', { reason: 'requeued', dueInMs: 5000 });
      queue.add('a', { reason: 'retry', dueInMs: 1000 });
      queue.add('a', { reason: 'requeued', dueInMs: 9000 });
      const next = queue.take(forever);
      await clock.advance(1000);
      assert.equal((await next).key, 'a');
      queue.done('a');
      await clock.advance(60_000);
      assert.deepEqual(await takeAll(), []);
    });

    for (const [when, end] of [
      ['during', () => [queue.add('a', update), queue.done('a')]],
      ['after', () => [queue.done('a'), queue.add('a', update)]],
    ] as const) {
      it(`returns a key at once that changes ${when} its reconcile, though that asked for a later time`, async () => {
        queue.add('a', update);
        await queue.take(forever);
        queue.add('a', { reason: 'requeued', dueInMs: 300_000 });
        end();
        assert.deepEqual(keys(await takeAll()), ['a']);
      });
    }
  });

  describe('with many keys', () => {
    it('returns keys in the order in which they are due', async () => {
      queue.add('later', { reason: 'requeued', dueInMs: 20 });
      queue.add('soon', { reason: 'requeued', dueInMs: 10 });
      await clock.advance(30);
      queue.add('now', update);
      assert.deepEqual(keys(await takeAll()), ['soon', 'later', 'now']);
    });

    it('serves waiting workers in the order of their calls', async () => {
      const first = queue.take(forever);
      const second = queue.take(forever);
      queue.add('a', update);
      queue.add('b', update);
      assert.equal((await first).key, 'a');
      assert.equal((await second).key, 'b');
    });

    it('returns changed keys before keys that are listed at a start', async () => {
      for (const key of ['a', 'b', 'c']) queue.add(key, { reason: 'listed', lane: 'background' });
      queue.add('changed', update);
      assert.deepEqual(keys(await takeAll()), ['changed', 'a', 'b', 'c']);
    });

    it('returns a key that is listed at a start early when it changes', async () => {
      for (const key of ['a', 'b', 'c']) queue.add(key, { reason: 'listed', lane: 'background' });
      queue.add('c', update);
      assert.deepEqual(keys(await takeAll()), ['c', 'a', 'b']);
    });

    it('returns some keys that are listed at a start though changes never end', async () => {
      for (const key of ['a', 'b']) queue.add(key, { reason: 'listed', lane: 'background' });
      for (let change = 0; change < 40; change++) queue.add(`changed-${change}`, update);
      const order = keys(await takeAll());
      assert.deepEqual([order.indexOf('a'), order.indexOf('b')], [8, 17]);
    });
  });

  describe('retrying', () => {
    it('delays a key longer after each failure, until it is forgotten', async () => {
      const delays: number[] = [];
      for (const outcome of ['fails', 'fails', 'fails', 'fails', 'succeeds', 'fails']) {
        const next = queue.take(forever);
        if (delays.length === 0) queue.add('a', update);
        const startMs = clock.monotonic();
        while (clock.pendingCount > 0) await clock.advance(50);
        const { key } = await next;
        delays.push(clock.monotonic() - startMs);
        if (outcome === 'succeeds') queue.forget(key);
        queue.retry(key);
        queue.done(key);
      }
      assert.deepEqual(delays, [0, 100, 200, 400, 800, 100]);
    });

    it('returns the number of retries of a key, and its reasons', async () => {
      queue.add('a', update);
      assert.equal((await queue.take(forever)).retryCount, 0);
      queue.retry('a');
      queue.done('a');
      await clock.advance(100);
      const request = await queue.take(forever);
      assert.equal(request.retryCount, 1);
      assert.deepEqual([...request.reasons], ['retry']);
    });

    it('returns a changed key without its backoff', async () => {
      queue.add('a', update);
      await queue.take(forever);
      queue.retry('a');
      queue.done('a');
      queue.add('a', update);
      assert.deepEqual(keys(await takeAll()), ['a']);
    });

    it('keeps a key in its lane at a retry', async () => {
      queue.add('a', { reason: 'listed', lane: 'background' });
      const { key } = await queue.take(forever);
      queue.retry(key);
      queue.done(key);
      await clock.advance(100);
      assert.equal((await queue.take(forever)).lane, 'background');
    });

    /**
     * Runs one worker that fails with a key until `count` retries of it are scheduled, each reconcile caused by a
     * change.
     */
    async function failUponChanges(key: string, count: number): Promise<void> {
      for (let change = 0; change < count; change++) {
        queue.add(key, update);
        await queue.take(forever);
        queue.retry(key);
        queue.done(key);
      }
    }

    /** Returns the time until the next retry of a key, with workers that have no other keys. */
    async function retryDelayMs(key: string): Promise<number> {
      const startMs = clock.monotonic();
      queue.retry(key);
      for (;;) {
        if (keys(await takeAll()).includes(key)) return clock.monotonic() - startMs;
        await clock.advance(100);
      }
    }

    it('delays no retry of a key for another failing key that changes often', async () => {
      await failUponChanges('noisy', 1000);
      for (let retry = 1; retry <= 8; retry++) {
        const delayMs = await retryDelayMs('quiet');
        assert.equal(delayMs, 100 * 2 ** (retry - 1), `retry ${retry}`);
        queue.done('quiet');
        queue.done('noisy'); // taken as well when its own retry was due
      }
    });

    it('delays none of the first three retries of a key for two thousand other failing keys', async () => {
      const failing = Array.from({ length: 2_000 }, (_, index) => `failing-${index}`);
      for (const key of failing) await failUponChanges(key, 10);
      const delays: number[] = [];
      for (let retry = 1; retry <= 3; retry++) {
        delays.push(await retryDelayMs('quiet'));
        queue.done('quiet');
      }
      assert.deepEqual(delays, [100, 200, 400]);
    });

    it('spreads further retries of many keys over five minutes at most', async () => {
      const failing = Array.from({ length: 5_000 }, (_, index) => `failing-${index}`);
      for (const key of failing) await failUponChanges(key, 4);
      await clock.advance(800);
      assert.equal((await takeAll()).length, 100);
      await clock.advance(200);
      assert.equal((await takeAll()).length, 2);
      await clock.advance(300_000 - 1_000);
      await takeAll();
      assert.equal(queue.size, 0);
    });

    it('delays retries of one tenant by at most a turn for ten thousand failing resources of another', async () => {
      for (let index = 0; index < 10_000; index++) await failUponChanges(`tenant-a/${index}`, 4);
      await failUponChanges('tenant-b/quiet', 3);
      await clock.advance(10_000);
      assert.ok((await retryDelayMs('tenant-b/quiet')) <= 1_000);
    });

    it('gives the turn of a forgotten key to the next failing key', async () => {
      const failing = Array.from({ length: 150 }, (_, index) => `failing-${index}`);
      for (const key of failing) await failUponChanges(key, 4);
      for (const key of failing) queue.forget(key);
      await clock.advance(800);
      for (const key of keys(await takeAll())) queue.done(key);
      await failUponChanges('next', 3);
      await clock.advance(400);
      for (const key of keys(await takeAll())) queue.done(key);
      assert.equal(await retryDelayMs('next'), 800);
    });
  });

  describe('with namespaces', () => {
    beforeEach(() => {
      queue = new WorkQueue({ clock, metrics: silentMetrics.queue('test') }, { workerCount: 8 });
    });

    /** Returns the keys of eight workers that have taken all that they may. */
    async function takenByEight(): Promise<string[]> {
      const taken: string[] = [];
      for (let worker = 0; worker < 8; worker++) void queue.take(forever).then(({ key }) => taken.push(key));
      await clock.advance(0);
      return taken;
    }

    it('gives all workers to the only namespace with due keys', async () => {
      for (let index = 0; index < 10; index++) queue.add(`a/${index}`, update);
      assert.equal((await takenByEight()).length, 8);
    });

    it('reserves workers for a namespace without any, and gives free ones to that with the fewest', async () => {
      queue.add('b/first', update);
      for (let index = 0; index < 10; index++) queue.add(`a/${index}`, update);
      queue.done((await queue.take(forever)).key);
      const taken = await takenByEight();
      assert.equal(taken.length, 6);
      queue.add('b/1', update);
      queue.add('b/2', update);
      await clock.advance(0);
      assert.deepEqual(taken.slice(6), ['b/1']);
      for (const key of taken.slice(0, 2)) {
        queue.done(key);
        void queue.take(forever).then((request) => taken.push(request.key));
      }
      await clock.advance(0);
      assert.deepEqual(taken.slice(7), ['b/2']);
    });

    it('returns a background key of one namespace when urgent keys of another have no turn', async () => {
      queue.add('b/first', update);
      for (let index = 0; index < 10; index++) queue.add(`a/${index}`, update);
      queue.done((await queue.take(forever)).key);
      queue.add('b/listed', { reason: 'listed', lane: 'background' });
      assert.ok((await takenByEight()).includes('b/listed'));
    });
  });

  describe('stopping', () => {
    it('ends a worker’s wait when its signal aborts, and gives the key to the next worker', async () => {
      const controller = new AbortController();
      const gone = queue.take(controller.signal);
      const next = queue.take(forever);
      controller.abort(new Error('stopping'));
      await assert.rejects(gone, /stopping/);
      queue.add('a', update);
      assert.equal((await next).key, 'a');
    });

    it('returns no key to a call whose signal has aborted', async () => {
      queue.add('a', update);
      await assert.rejects(queue.take(AbortSignal.abort(new Error('stopped'))), /stopped/);
      assert.equal(queue.size, 1);
    });

    it('gives no key to workers whose common signal aborts before the alarm of a due key', async () => {
      const controller = new AbortController();
      const waits = [queue.take(controller.signal), queue.take(controller.signal)];
      queue.add('a', { reason: 'requeued', dueInMs: 1000 });
      const nowMs = clock.monotonic();
      mock.method(clock, 'monotonic', () => nowMs + 1000);
      controller.abort(new Error('stopping'));
      for (const wait of waits) await assert.rejects(wait, /stopping/);
      assert.equal(queue.size, 1);
    });

    it('leaves no timer behind when no worker waits', async () => {
      const controller = new AbortController();
      queue.add('a', { reason: 'requeued', dueInMs: 1000 });
      queue.add('b', { reason: 'requeued', dueInMs: 2000 });
      const wait = queue.take(controller.signal);
      assert.equal(clock.pendingCount, 1);
      controller.abort(new Error('stopping'));
      await assert.rejects(wait, /stopping/);
      assert.equal(clock.pendingCount, 0);
    });
  });

  for (const dueInMs of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`refuses a key that is due in ${dueInMs} ms`, () => {
      assert.throws(() => queue.add('a', { reason: 'requeued', dueInMs }), RangeError);
    });
  }
});

describe('WorkQueue, from which a key is removed', () => {
  it('a removed key is not taken, whether it was due, delayed, a retry, or added in flight', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue({ clock, metrics: silentMetrics.queue('test') }, { workerCount: 1 });
    queue.add('in-flight', update);
    await queue.take(forever);
    queue.add('in-flight', update);
    queue.add('due', update);
    queue.add('delayed', { reason: 'requeued', dueInMs: 1_000 });
    for (let count = 0; count < 5; count += 1) queue.retry('retry');
    for (const key of ['in-flight', ...queue.waitingKeys]) queue.remove(key);
    queue.done('in-flight');
    await clock.advance(3_600_000);
    assert.deepEqual([queue.size, queue.content.dueCount, queue.waitingKeys], [0, 0, []]);
  });
});

describe('WorkQueue, as metrics see it', () => {
  let counts: Record<'added' | 'delayed', number>;
  let waitedMs: number[];
  let workedMs: number[];
  let state: () => QueueState;
  const metrics: QueueMetrics = {
    observeQueue: (read) => {
      state = read;
    },
    keyAdded: () => {
      counts.added++;
    },
    keyDelayed: () => {
      counts.delayed++;
    },
    keyTaken: (ms) => {
      waitedMs.push(ms);
    },
    keyFinished: (ms) => {
      workedMs.push(ms);
    },
  };

  beforeEach(() => {
    counts = { added: 0, delayed: 0 };
    waitedMs = [];
    workedMs = [];
  });

  afterEach(() => {
    assert.equal(waitedMs.length, counts.added, 'each key that became due was taken in the end');
  });

  it('counts a key once when it becomes due, and measures the times of its wait and its reconcile', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue({ clock, metrics }, { workerCount: 1 });
    queue.add('a', update);
    queue.add('a', update);
    await clock.advance(30);
    await queue.take(forever);
    queue.add('a', update);
    await clock.advance(50);
    assert.deepEqual(state(), { depth: 0, runningMs: [50] });
    queue.done('a');
    assert.deepEqual(state(), { depth: 1, runningMs: [] });
    await queue.take(forever);
    queue.done('a');
    assert.deepEqual([counts, waitedMs, workedMs], [{ added: 2, delayed: 0 }, [30, 50], [50, 0]]);
  });

  it('measures the wait of a key from the beginning of the term', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue({ clock, metrics }, { workerCount: 1 });
    queue.add('a', update);
    await clock.advance(3_600_000);
    queue.beginTerm();
    await clock.advance(20);
    await queue.take(forever);
    assert.deepEqual(waitedMs, [20]);
  });

  it('counts a delayed key when it becomes due, not before', async () => {
    const clock = new ManualClock();
    const queue = new WorkQueue({ clock, metrics }, { workerCount: 1 });
    queue.add('a', { reason: 'requeued', dueInMs: 1000 });
    assert.deepEqual([counts, state().depth], [{ added: 0, delayed: 1 }, 0]);
    await clock.advance(1500);
    assert.deepEqual([state().depth, counts], [1, { added: 1, delayed: 1 }]);
    await queue.take(forever);
    assert.deepEqual(waitedMs, [500]);
  });
});
