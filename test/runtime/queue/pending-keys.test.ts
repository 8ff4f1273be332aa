import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Lane, ReconcileReason } from '../../../lib/runtime/queue/index.ts';
import { mergedPendingKeys, type PendingKey } from '../../../lib/runtime/queue/pending-keys.ts';

const nowMs = 1000;

function waiting(dueAtMs: number, lane: Lane, reason: ReconcileReason = 'retry'): PendingKey {
  return { key: 'a', dueAtMs, lane, reasons: new Set([reason]) };
}

describe('mergedKeys', () => {
  it('is due at the earlier time, for all the reasons', () => {
    const merged = mergedPendingKeys(waiting(3000, 'urgent', 'retry'), waiting(2000, 'urgent', 'requeued'), nowMs);
    assert.equal(merged.dueAtMs, 2000);
    assert.deepEqual([...merged.reasons], ['retry', 'requeued']);
  });

  it('takes the lane of the earlier request while one of both isn’t due', () => {
    assert.equal(mergedPendingKeys(waiting(900, 'background'), waiting(2000, 'urgent'), nowMs).lane, 'background');
    assert.equal(mergedPendingKeys(waiting(2000, 'urgent'), waiting(900, 'background'), nowMs).lane, 'background');
    assert.equal(mergedPendingKeys(waiting(2000, 'background'), waiting(1500, 'urgent'), nowMs).lane, 'urgent');
  });

  it('takes the urgent lane when both are due and one is urgent', () => {
    assert.equal(mergedPendingKeys(waiting(800, 'background'), waiting(1000, 'urgent'), nowMs).lane, 'urgent');
    assert.equal(mergedPendingKeys(waiting(800, 'urgent'), waiting(1000, 'background'), nowMs).lane, 'urgent');
    assert.equal(mergedPendingKeys(waiting(2000, 'background'), waiting(2000, 'urgent'), nowMs).lane, 'urgent');
  });
});
