import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type EventPoint, EventReordering, eventOrders } from '../../../lib/testing/explorer/event-order.ts';
import { formatSchedule, parsedSchedule, ScheduleError } from '../../../lib/testing/explorer/fault.ts';
import { Chance } from '../../../lib/testing/sampling/chance.ts';

/** Returns events of some watches, all at one time and after the same writes. */
function events(watches: readonly number[], atMs = 0, writeCount = 0): EventPoint[] {
  return watches.map((watch) => ({ title: 'MODIFIED ConfigMap a', atMs, watch, writeCount, version: 1 }));
}

function orders(points: readonly EventPoint[], limit = 24): string[] {
  return eventOrders(points, limit, new Chance(1)).map(({ at, watches }) => `${at}.${watches.join('-')}`);
}

describe('the orders of concurrent events', () => {
  it('the tried orders of concurrent events are all others that keep the order of each watch', () => {
    assert.deepEqual(orders(events([7, 7, 5])), ['1.1-2-1', '1.2-1-1']);
    assert.equal(orders(events([1, 2, 3, 4])).length, 23);
    assert.deepEqual(orders(events([1, 1, 1])), []);
  });

  it('an order of events mixes neither two times nor the events before and after a write', () => {
    assert.deepEqual(orders([...events([1]), ...events([2], 10)]), []);
    assert.deepEqual(orders([...events([1]), ...events([2], 0, 1), ...events([3], 0, 1)]), ['2.2-1']);
  });

  it('the orders of events are as many as the limit, and the same ones for the same seed', () => {
    const found = orders(events([1, 2, 3, 4, 5]), 10);
    assert.equal(new Set(found).size, 10);
    assert.deepEqual(found, orders(events([1, 2, 3, 4, 5]), 10));
  });

  it('a reordering delays events, and later events of that time arrive after them', () => {
    const reordering = new EventReordering(100, [2, 1, 1]);
    assert.equal(reordering.delayMs(7, 100), 1);
    assert.equal(reordering.delayMs(5, 100), 0);
    assert.equal(reordering.delayMs(3, 100), 3);
    // The second event of the first watch is read once the first one has arrived.
    assert.equal(reordering.delayMs(7, 101), 1);
    assert.equal(reordering.delayMs(7, 104), 0);
  });

  it('the orders of events are written into a schedule, and read from it', () => {
    const text = 'conflict@3,reordered-events@7.2-1-1,old-view@9.4';
    assert.equal(formatSchedule(parsedSchedule(text)), text);
    for (const wrong of ['reordered-events@7', 'old-view@x.1', 'conflict@3.1', 'late-event@0']) {
      assert.throws(() => parsedSchedule(wrong), ScheduleError.is, wrong);
    }
  });
});
