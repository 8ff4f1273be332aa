import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Lane, type ReconcileReason, type ReconcileRequest, WorkQueue } from '../../../lib/runtime/queue/index.ts';
import { mergedPendingKeys, namespaceOf, type PendingKey } from '../../../lib/runtime/queue/pending-keys.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

/** The expected content of the queue, in the simplest form: every question searches all of it. */
class QueueModel {
  readonly waiting = new Map<string, PendingKey>();
  /** Key in flight → the requests since. */
  readonly inFlight = new Map<string, PendingKey | undefined>();
  #overtaken = 0;

  add(added: PendingKey, nowMs: number): void {
    const merged = (before: PendingKey | undefined) =>
      before === undefined ? added : mergedPendingKeys(before, added, nowMs);
    if (this.inFlight.has(added.key)) this.inFlight.set(added.key, merged(this.inFlight.get(added.key)));
    else this.waiting.set(added.key, merged(this.waiting.get(added.key)));
  }

  done(key: string, nowMs: number): void {
    const again = this.inFlight.get(key);
    this.inFlight.delete(key);
    if (again !== undefined) this.add(again, nowMs);
  }

  due(nowMs: number, lane?: Lane): PendingKey[] {
    return [...this.waiting.values()].filter(
      (waiting) => waiting.dueAtMs <= nowMs && (lane === undefined || waiting.lane === lane),
    );
  }

  /** Checks that it was this key's turn. */
  taken({ key, reasons, lane }: ReconcileRequest, nowMs: number): void {
    assert.ok(!this.inFlight.has(key), `${key} is in flight already`);
    const waiting = this.waiting.get(key);
    assert.ok(waiting !== undefined && waiting.dueAtMs <= nowMs, `${key} was not due`);
    assert.deepEqual([...reasons].sort(), [...waiting.reasons].sort());
    assert.equal(lane, waiting.lane);
    const namesakes = this.due(nowMs, lane).filter((other) => namespaceOf(other.key) === namespaceOf(key));
    const earliest = Math.min(...namesakes.map(({ dueAtMs }) => dueAtMs));
    assert.equal(
      waiting.dueAtMs,
      earliest,
      `another key of its namespace was due earlier in the ${lane} lane than ${key}`,
    );
    const fewest = Math.min(...this.due(nowMs, lane).map((other) => this.#heldBy(namespaceOf(other.key))));
    assert.equal(this.#heldBy(namespaceOf(key)), fewest, `a namespace with fewer workers than that of ${key} was due`);
    this.#checkLane(lane, nowMs);
    this.waiting.delete(key);
    this.inFlight.set(key, undefined);
  }

  #heldBy(namespace: string): number {
    return [...this.inFlight.keys()].filter((key) => namespaceOf(key) === namespace).length;
  }

  #checkLane(lane: Lane, nowMs: number): void {
    const isBackgroundDue = this.due(nowMs, 'background').length > 0;
    if (lane === 'urgent') {
      this.#overtaken = isBackgroundDue ? this.#overtaken + 1 : 0;
      assert.ok(this.#overtaken <= 8, 'urgent keys overtake background keys permanently');
    } else {
      const isUrgentDue = this.due(nowMs, 'urgent').length > 0;
      assert.ok(!isUrgentDue || this.#overtaken === 8, 'a background key went before urgent ones');
      this.#overtaken = 0;
    }
  }
}

const givenUp = new Error('given up');

const reason = fc.constantFrom<ReconcileReason>('listed', 'resource-updated', 'child-updated', 'requeued');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('add' as const),
      key: fc.integer({ min: 0, max: 24 }).map((number) => `namespace-${number % 3}/key-${number}`),
      lane: fc.constantFrom<Lane>('urgent', 'background'),
      dueInMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })),
      reason,
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('take' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('done' as const, 'retry' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 200 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('give up' as const) }) },
);

describe('WorkQueue, against a model', () => {
  it('never has a key in flight twice, loses no key, and hands out due keys in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 150 }), async (steps) => {
        const clock = new ManualClock();
        const queue = new WorkQueue({ clock, metrics: silentMetrics.queue('model') }, { workerCount: 1 });
        const model = new QueueModel();
        let controller = new AbortController();
        const problems: unknown[] = [];
        let takerCount = 0;

        const take = async () => {
          takerCount++;
          try {
            model.taken(await queue.take(controller.signal), clock.monotonic());
          } catch (error) {
            if (error !== givenUp) problems.push(error);
          } finally {
            takerCount--;
          }
        };
        const settle = async (ms: number) => {
          await clock.advance(ms);
          for (const problem of problems) throw problem;
        };
        const add = (added: PendingKey) => model.add(added, clock.monotonic());
        const compare = () => {
          assert.equal(queue.size, model.waiting.size);
          const isDue = model.due(clock.monotonic()).length > 0;
          assert.ok(takerCount === 0 || !isDue, 'a worker waits though a key is due');
        };

        for (const taken of steps) {
          const nowMs = clock.monotonic();
          const flying = [...model.inFlight.keys()];
          switch (taken.type) {
            case 'add':
              add({ ...taken, reasons: new Set([taken.reason]), dueAtMs: nowMs + taken.dueInMs });
              queue.add(taken.key, taken);
              break;
            case 'take':
              void take();
              break;
            case 'done':
            case 'retry': {
              const key = flying[taken.pick % Math.max(flying.length, 1)];
              if (key === undefined) break;
              if (taken.type === 'retry') {
                add({ key, reasons: new Set(['requeued']), lane: 'urgent', dueAtMs: nowMs + 100 });
                queue.add(key, { reason: 'requeued', dueInMs: 100 });
              }
              model.done(key, nowMs);
              queue.done(key);
              break;
            }
            case 'advance':
              await settle(taken.ms);
              break;
            case 'give up':
              controller.abort(givenUp);
              controller = new AbortController();
              break;
          }
          await settle(0);
          compare();
        }

        // With enough workers and no new keys, every request is done.
        while (model.waiting.size > 0 || model.inFlight.size > 0) {
          for (const key of [...model.inFlight.keys()]) {
            model.done(key, clock.monotonic());
            queue.done(key);
            await settle(0);
          }
          void take();
          await settle(500);
          compare();
        }
        controller.abort(givenUp);
        await settle(0);
        assert.equal(clock.pendingCount, 0);
      }),
      { numRuns: 300 },
    );
  });
});
