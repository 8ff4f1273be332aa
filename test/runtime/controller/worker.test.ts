import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { Action, formatObjectKey, TerminalError } from '../../../lib/api/index.ts';
import type { Clock } from '../../../lib/clock/index.ts';
import { OwnWrites } from '../../../lib/runtime/cache/index.ts';
import { runWorker } from '../../../lib/runtime/controller/worker.ts';
import { WorkQueue } from '../../../lib/runtime/queue/index.ts';
import { type Reconcile, ReconcileTimeoutError } from '../../../lib/runtime/reconcile/index.ts';
import { ownershipOfEverything, type ShardOwnership } from '../../../lib/runtime/sharding/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { RecordingLogger } from '../recording-logger.ts';

const update = { reason: 'resource-updated' } as const;

describe('a worker', () => {
  let clock: ManualClock;
  let queue: WorkQueue;
  let shardOwnership: Pick<ShardOwnership, 'begin'>;
  let ownWrites: OwnWrites;
  let logger: RecordingLogger;
  let results: string[];
  /** The calls of the startup reconciles, in order. */
  let round: string[];
  /** `key at milliseconds` of each reconcile. */
  let passes: string[];
  let stop: AbortController;
  let ended: Promise<void>;

  beforeEach(() => {
    clock = new ManualClock();
    queue = new WorkQueue({ clock, metrics: silentMetrics.queue('test') }, { workerCount: 1 });
    shardOwnership = ownershipOfEverything();
    ownWrites = new OwnWrites(clock);
    logger = new RecordingLogger();
    results = [];
    round = [];
    passes = [];
    stop = new AbortController();
  });

  /** Starts a worker with this reconcile function. */
  function start(outcome: Reconcile, time: Clock = clock): void {
    const reconcile: Reconcile = async (key, signal) => {
      passes.push(`${formatObjectKey(key)} at ${clock.monotonic()}`);
      return await outcome(key, signal);
    };
    const metrics = { reconcileStarted() {}, reconcileEnded: (result: string) => void results.push(result) };
    const logs = { of: (resource: string) => logger.with({ resource }), endReconcile: () => undefined };
    const startupReconciles = {
      reconcileEnded: (key: string, result: string) => void round.push(`${key}: ${result}`),
    };
    const keySkipped = (key: string) => void round.push(`${key}: not ours`);
    const ports = {
      queue,
      reconcile,
      shardOwnership,
      ownWrites,
      startupReconciles,
      keySkipped,
      clock: time,
      metrics,
      logs,
      patienceMs: 60_000,
      graceMs: 10_000,
    };
    ended = runWorker(ports, stop.signal);
  }

  it('reports keys whose reconcile has ended, or that another process owns, to the startup reconciles', async () => {
    shardOwnership = {
      begin: (key, signal) => (key === 'theirs' ? undefined : ownershipOfEverything().begin(key, signal)),
    };
    start(async ({ name }, signal) => {
      if (name === 'slow') await clock.sleep(10_000, signal);
      if (name === 'broken') throw new TerminalError('no');
      return Action.awaitChange();
    });
    for (const key of ['a', 'theirs', 'broken', 'slow']) queue.add(key, update);
    await clock.advance(0);
    stop.abort();
    await ended;
    assert.deepEqual(round, ['a: success', 'theirs: not ours', 'broken: terminal_error']);
  });

  it('begins no reconcile while the process isn’t the leader, though its signal has not aborted yet', async () => {
    let isLeader = true;
    shardOwnership = ownershipOfEverything({ isLeader: () => isLeader });
    start(async () => Action.requeueAfter(Duration.seconds(1)));
    queue.add('a', update);
    await clock.advance(0);
    isLeader = false;
    await clock.advance(1000);
    stop.abort();
    await ended;
    assert.deepEqual(round, ['a: requeue_after', 'a: not ours']);
  });

  const failing =
    (...errors: readonly unknown[]): Reconcile =>
    async () => {
      throw errors[passes.length - 1] ?? errors.at(-1);
    };

  it('a worker reconciles each key, and then waits for more', async () => {
    start(async () => Action.awaitChange());
    queue.add('ns/a', update);
    queue.add('b', update);
    await clock.advance(0);
    assert.deepEqual(passes, ['ns/a at 0', 'b at 0']);
    queue.add('ns/a', update);
    await clock.advance(1_000);
    assert.equal(passes.length, 3);
    assert.deepEqual(results, ['success', 'success', 'success']);
  });

  it('a worker reconciles again after the time that a reconcile asks for', async () => {
    const actions = [Action.requeueAfter(Duration.minutes(5)), Action.requeue(), Action.awaitChange()];
    start(async () => actions[passes.length - 1] ?? Action.awaitChange());
    queue.add('a', update);
    await clock.advance(3_600_000);
    assert.deepEqual(passes, ['a at 0', 'a at 300000', 'a at 300001']);
    assert.deepEqual(results, ['requeue_after', 'requeue', 'success']);
  });

  it('leaves time for the rest of the process between reconciles that ask for the next one at once', async () => {
    start(async () => Action.requeue());
    queue.add('a', update);
    // A queue that is never empty would keep this from returning.
    await clock.advance(3);
    assert.deepEqual(passes, ['a at 0', 'a at 1', 'a at 2', 'a at 3']);
  });

  it('leaves time for the rest of the process in a long run of reconciles that wait for nothing', async () => {
    let nowMs = 0;
    const rests: number[] = [];
    const time: Clock = {
      now: () => clock.now(),
      random: () => clock.random(),
      timer: (ms, callback) => clock.timer(ms, callback),
      monotonic: () => nowMs,
      sleep: async () => void rests.push(passes.length),
    };
    start(async () => {
      nowMs += 9;
      return Action.awaitChange();
    }, time);
    for (let index = 0; index < 9; index += 1) queue.add(`key-${index}`, update);
    await clock.advance(0);
    assert.deepEqual(rests, [3, 6, 9]);
  });

  it('retries a reconcile that fails, each time later, until it succeeds', async () => {
    start(async () => {
      if (passes.length < 4) throw new Error('no space');
      return Action.awaitChange();
    });
    queue.add('a', update);
    await clock.advance(10_000);
    assert.deepEqual(passes, ['a at 0', 'a at 100', 'a at 300', 'a at 700']);
    assert.deepEqual(results, ['error', 'error', 'error', 'success']);
    queue.add('a', update);
    await clock.advance(0);
    assert.equal(passes.length, 5);
  });

  it('retries a reconcile that has timed out, and reports the timeout', async () => {
    start(failing(new ReconcileTimeoutError(Duration.minutes(1), 'in `render`'), new TerminalError('no such shelf')));
    queue.add('a', update);
    await clock.advance(1_000);
    assert.deepEqual(results, ['timeout', 'terminal_error']);
  });

  it('counts retries from zero after a successful reconcile', async () => {
    const isFailing = [true, true, false, true, false];
    start(async () => {
      if (isFailing.shift()) throw new Error('no space');
      return Action.awaitChange();
    });
    queue.add('a', update);
    await clock.advance(1_000);
    queue.add('a', update);
    await clock.advance(1_000);
    assert.deepEqual(passes, ['a at 0', 'a at 100', 'a at 300', 'a at 1000', 'a at 1100']);
  });

  it('waits for a change of the resource after a terminal error', async () => {
    start(failing(new Error('no space'), new TerminalError('no such shelf')));
    queue.add('a', update);
    await clock.advance(3_600_000);
    assert.deepEqual([passes.length, results], [2, ['error', 'terminal_error']]);
    queue.add('a', update);
    await clock.advance(0);
    assert.equal(passes.length, 3);
  });

  it('treats an invalid action as a failure', async () => {
    const requeue = { type: 'requeue', afterMs: Number.NaN } as const;
    start(async () => requeue);
    queue.add('a', update);
    await clock.advance(100);
    assert.deepEqual([passes.length, results], [2, ['error', 'error']]);
  });

  it('continues with the other keys when a reconcile throws, at once or later', async () => {
    const outcomes: Readonly<Record<string, () => Promise<Action>>> = {
      sync: () => {
        throw new Error('at once');
      },
      async: () => Promise.reject(new Error('later')),
      fine: () => Promise.resolve(Action.awaitChange()),
    };
    start(({ name }) => outcomes[name]?.() ?? assert.fail(name));
    for (const key of Object.keys(outcomes)) queue.add(key, update);
    await clock.advance(0);
    assert.deepEqual(results, ['error', 'error', 'success']);
  });

  it('logs each failure of a reconcile at debug level only', async () => {
    const error = new Error('no space');
    start(failing(error));
    queue.add('ns/a', update);
    await clock.advance(100);
    assert.deepEqual(
      logger.lines,
      [0, 1].map((retryCount) => ({
        level: 'debug',
        message: 'reconcile failed',
        fields: { resource: 'ns/a', retryCount, error },
      })),
    );
  });

  it('begins no reconcile of a key before the caches show the writes of the last one', async () => {
    let resume = () => {};
    const lagging = {
      beginReconcile: (_key: string, again: () => void) => {
        resume = again;
        return passes.length > 0 || isCaughtUp;
      },
      finishReconcile: () => {},
    };
    let isCaughtUp = false;
    ownWrites = Object.assign(ownWrites, lagging);
    start(async () => Action.awaitChange());
    queue.add('a', update);
    await clock.advance(0);
    assert.deepEqual([passes, queue.size], [[], 0]);
    isCaughtUp = true;
    resume();
    await clock.advance(0);
    assert.deepEqual(passes, ['a at 0']);
  });

  describe('with a reconcile that doesn’t end', () => {
    let gate: PromiseWithResolvers<void>;

    beforeEach(() => {
      gate = Promise.withResolvers();
      start(async ({ name }) => {
        if (name === 'stuck') await gate.promise;
        return Action.awaitChange();
      });
      queue.add('stuck', update);
    });

    it('continues with the other keys after a reconcile hangs for a minute, and logs the resource once', async () => {
      queue.add('a', update);
      await clock.advance(59_999);
      assert.deepEqual([passes, logger.lines], [['stuck at 0'], []]);
      await clock.advance(3_600_000);
      assert.deepEqual(passes, ['stuck at 0', 'a at 60000']);
      assert.deepEqual(
        logger.lines.map(({ level, fields }) => [level, fields.resource]),
        [['warn', 'stuck']],
      );
    });

    it('begins no second reconcile of a key before the first one ends', async () => {
      await clock.advance(60_000);
      queue.add('stuck', update);
      await clock.advance(3_600_000);
      assert.deepEqual([passes, results], [['stuck at 0'], []]);
      gate.resolve();
      await clock.advance(0);
      assert.equal(passes.length, 2);
    });

    it('a worker doesn’t stop while its reconcile runs', async () => {
      await clock.advance(60_000);
      let hasEnded = false;
      void ended.then(() => {
        hasEnded = true;
      });
      stop.abort();
      await clock.advance(0);
      assert.equal(hasEnded, false);
      gate.resolve();
      await ended;
      assert.deepEqual(results, ['success']);
    });

    for (const hungMs of [0, 60_000]) {
      it(`stops ten seconds after an abort that follows ${hungMs} ms of a hung reconcile, and takes other keys in the next term`, async () => {
        await clock.advance(hungMs);
        let hasEnded = false;
        void ended.then(() => {
          hasEnded = true;
        });
        stop.abort();
        await clock.advance(9_999);
        assert.equal(hasEnded, false);
        await clock.advance(1);
        assert.equal(hasEnded, true);
        assert.deepEqual([...new Set(logger.lines.map(({ fields }) => fields.resource))], ['stuck']);
        stop = new AbortController();
        start(async () => Action.awaitChange());
        for (const key of ['stuck', 'a']) queue.add(key, update);
        await clock.advance(0);
        assert.deepEqual(passes, ['stuck at 0', `a at ${hungMs + 10_000}`]);
      });
    }

    it('keeps no timer of a reconcile that has ended', async () => {
      gate.resolve();
      await clock.advance(0);
      assert.equal(clock.pendingCount, 0);
    });
  });

  describe('whose signal aborts', () => {
    it('a worker whose signal aborts takes no further key', async () => {
      start(async () => Action.awaitChange());
      await clock.advance(0);
      stop.abort();
      queue.add('a', update);
      await ended;
      assert.deepEqual([passes, queue.size], [[], 1]);
    });

    it('queues the key of an aborted reconcile again, without counting a retry', async () => {
      start(async (_key, signal) => {
        stop.abort();
        signal.throwIfAborted();
        return Action.awaitChange();
      });
      queue.add('a', { reason: 'child-updated', lane: 'background' });
      await ended;
      const { reasons, lane, retryCount } = await queue.take(new AbortController().signal);
      assert.deepEqual([[...reasons], lane, retryCount], [['child-updated'], 'background', 0]);
      assert.deepEqual([results, logger.lines], [['requeue'], []]);
    });

    it('uses the result of a reconcile that completes in spite of the abort', async () => {
      start(async () => {
        stop.abort();
        return Action.awaitChange();
      });
      queue.add('a', update);
      await ended;
      assert.deepEqual([queue.size, results], [0, ['success']]);
    });

    it('a worker reconciles again in the term after an abort', async () => {
      stop.abort();
      start(async () => Action.awaitChange());
      await ended;
      stop = new AbortController();
      start(async () => Action.awaitChange());
      queue.add('a', update);
      await clock.advance(0);
      assert.deepEqual(passes, ['a at 0']);
    });
  });
});
