import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import { RetryQueue } from '../../../lib/runtime/queue/retry-queue.ts';

const longestMs = 300_000;

describe('RetryQueue', () => {
  let line: RetryQueue;

  beforeEach(() => {
    line = new RetryQueue({ perSecond: 10, burst: 1 }, 0);
  });

  function add(key: string, notBeforeMs = 0, notAfterMs = notBeforeMs + longestMs): void {
    line.add({ key, namespace: key.split('/')[0] ?? '', lane: 'urgent', notBeforeMs, notAfterMs });
  }

  /** Returns the time of each key's retry, for a worker that asks whenever the line has a due key. */
  function times(): Map<string, number> {
    const retriedAtMs = new Map<string, number>();
    for (let nowMs = line.nextAtMs(0); nowMs !== undefined; nowMs = line.nextAtMs(nowMs)) {
      for (let retry = line.take(nowMs); retry !== undefined; retry = line.take(nowMs))
        retriedAtMs.set(retry.key, nowMs);
    }
    return retriedAtMs;
  }

  it('takes namespaces in turn, and the keys of one namespace in the order of their times', () => {
    for (const key of ['a/1', 'a/2', 'a/3', 'b/1', 'b/2']) add(key);
    assert.deepEqual(
      [...times()],
      [
        ['a/1', 0],
        ['b/1', 100],
        ['a/2', 200],
        ['b/2', 300],
        ['a/3', 400],
      ],
    );
  });

  it('retries no key before its earliest time, and each key by its latest time', () => {
    add('a/1', 1_000, longestMs);
    for (let index = 2; index <= 10_000; index++) add(`a/${index}`);
    const retried = times();
    assert.equal(retried.size, 10_000);
    assert.ok((retried.get('a/1') ?? 0) >= 1_000);
    assert.equal(Math.max(...retried.values()), longestMs);
  });

  it('removes a key, and updates the times of a known key', () => {
    add('a/1');
    add('a/2');
    add('a/2', 5_000);
    line.remove('a/1');
    line.remove('a/1');
    assert.equal(line.size, 1);
    assert.deepEqual([...times()], [['a/2', 5_000]]);
    assert.equal(line.nextAtMs(9_000), undefined);
  });

  it('delays each retry of a tenant by one turn for each other tenant, however many keys fail', () => {
    const tenants = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('b', 'c', 'd'),
        keyCount: fc.integer({ min: 1, max: 5 }),
        failedAtMs: fc.nat(60_000),
      }),
      { minLength: 1, selector: ({ name }) => name },
    );
    fc.assert(
      fc.property(tenants, (victims) => {
        line = new RetryQueue({ perSecond: 10, burst: 100 }, 0);
        for (let index = 0; index < 10_000; index++) add(`a/${index}`);
        for (const { name, keyCount, failedAtMs } of victims) {
          for (let index = 1; index <= keyCount; index++) add(`${name}/${index}`, failedAtMs);
        }
        const retried = times();
        for (const { name, keyCount, failedAtMs } of victims) {
          for (let index = 1; index <= keyCount; index++) {
            const waitedMs = (retried.get(`${name}/${index}`) ?? Number.NaN) - failedAtMs;
            assert.ok(
              waitedMs >= 0 && waitedMs <= (victims.length + 1) * index * 100 + 1,
              `${name}/${index}: ${waitedMs} ms`,
            );
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});
