import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lane, ReconcileReason } from '../../../lib/runtime/queue/index.ts';
import { mergedPendingKeys, type PendingKey } from '../../../lib/runtime/queue/pending-keys.ts';

const nowMs = 1000;

function waiting(dueAtMs: number, lane: Lane, reason: ReconcileReason = 'retry'): PendingKey {
  return { key: 'a', dueAtMs, lane, reasons: new Set([reason]) };
}

describe('mergedPendingKeys', () => {
  it('a merged key is due at the earlier time, for the reasons of both requests', () => {
    const merged = mergedPendingKeys(waiting(3000, 'urgent', 'retry'), waiting(2000, 'urgent', 'requeued'), nowMs);
    assert.equal(merged.dueAtMs, 2000);
    assert.deepEqual([...merged.reasons], ['retry', 'requeued']);
  });

  it('a merged key takes the lane of the earlier request while one of the two isn’t due', () => {
    assert.equal(mergedPendingKeys(waiting(900, 'background'), waiting(2000, 'urgent'), nowMs).lane, 'background');
    assert.equal(mergedPendingKeys(waiting(2000, 'urgent'), waiting(900, 'background'), nowMs).lane, 'background');
    assert.equal(mergedPendingKeys(waiting(2000, 'background'), waiting(1500, 'urgent'), nowMs).lane, 'urgent');
  });

  it('a merged key takes the urgent lane when both requests are due and one is urgent', () => {
    assert.equal(mergedPendingKeys(waiting(800, 'background'), waiting(1000, 'urgent'), nowMs).lane, 'urgent');
    assert.equal(mergedPendingKeys(waiting(800, 'urgent'), waiting(1000, 'background'), nowMs).lane, 'urgent');
    assert.equal(mergedPendingKeys(waiting(2000, 'background'), waiting(2000, 'urgent'), nowMs).lane, 'urgent');
  });
});
