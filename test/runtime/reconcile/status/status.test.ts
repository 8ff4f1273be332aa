import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Condition, ConditionReport, StoredObject } from '../../../../lib/api/index.ts';
import {
  pausedStatus,
  type RawStatus,
  reconciledStatus,
  type StatusParts,
} from '../../../../lib/runtime/reconcile/status/status.ts';
import { shelfKind } from '../../shelf.ts';
import { storedShelf } from '../rendered-box.ts';

const nowMs = Date.UTC(2030, 0, 2);
const ready: ConditionReport = {
  type: 'Ready',
  status: 'True',
  reason: 'ChildrenReady',
  message: 'its child is ready',
};
const notReady: ConditionReport = { ...ready, status: 'False', reason: 'NoSpace', message: 'no space' };

function condition(type: string, props: Partial<Condition> = {}): Condition {
  const rest = { reason: 'Because', message: '', observedGeneration: 1, lastTransitionTime: '2030-01-01T00:00:00Z' };
  return { type, status: 'True', ...rest, ...props };
}

/** A shelf with a status. */
function shelfWith(status: Readonly<Record<string, unknown>>): StoredObject {
  return { ...storedShelf('a'), status };
}

function statusAfter(shelf: StoredObject, parts: Partial<StatusParts>): RawStatus {
  return reconciledStatus(shelf, { standard: [], nowMs, ...parts });
}

describe('a status', () => {
  it('a status has the generation that the reconcile has seen', () => {
    const shelf = storedShelf('a');
    const { observedGeneration, conditions } = statusAfter(
      { ...shelf, metadata: { ...shelf.metadata, generation: 7 } },
      { standard: [ready] },
    );
    assert.deepEqual([observedGeneration, conditions[0]?.observedGeneration], [7, 7]);
  });

  describe('with a report', () => {
    it('a status has the author’s fields and conditions beside the standard ones', () => {
      const swept: ConditionReport = { type: 'Swept', status: 'True', reason: 'ByHand', message: '' };
      const { labels, conditions } = statusAfter(storedShelf('a'), {
        standard: [ready],
        report: { labels: ['one'], conditions: [swept] },
      });
      assert.deepEqual(labels, ['one']);
      assert.deepEqual(
        conditions.map(({ type }) => type),
        ['Ready', 'Swept'],
      );
    });

    it('a status loses the fields and conditions that the author no longer reports', () => {
      const shelf = shelfWith({ labels: ['one'], conditions: [condition('Swept')] });
      const { labels, conditions } = statusAfter(shelf, { standard: [], report: {} });
      assert.deepEqual([labels, conditions], [undefined, []]);
    });

    it('a status has the author’s reason and message for Ready while both agree on Ready', () => {
      const refinement: ConditionReport = { ...ready, reason: 'AllSwept', message: 'and dusted' };
      const words = (standard: ConditionReport) =>
        statusAfter(storedShelf('a'), { standard: [standard], report: { conditions: [refinement] } }).conditions.map(
          ({ status, reason, message }) => `${status} ${reason} ${message}`,
        );
      assert.deepEqual(words(ready), ['True AllSwept and dusted']);
      assert.deepEqual(words(notReady), ['False NoSpace no space']);
    });

    it('a status ignores other standard conditions of the author', () => {
      const degraded: ConditionReport = { type: 'Degraded', status: 'False', reason: 'AsExpected', message: '' };
      const { conditions } = statusAfter(storedShelf('a'), {
        standard: [degraded],
        report: { conditions: [{ ...degraded, status: 'True', reason: 'Dusty' }] },
      });
      assert.deepEqual(
        conditions.map(({ status, reason }) => `${status} ${reason}`),
        ['False AsExpected'],
      );
    });

    it('a status keeps the time of a condition’s last transition', () => {
      const shelf = shelfWith({ conditions: [condition('Ready')] });
      const [kept] = statusAfter(shelf, { standard: [ready], report: {} }).conditions;
      const [changed] = statusAfter(shelf, { standard: [notReady], report: {} }).conditions;
      assert.deepEqual(
        [kept?.lastTransitionTime, changed?.lastTransitionTime],
        ['2030-01-01T00:00:00Z', '2030-01-02T00:00:00Z'],
      );
    });
  });

  describe('without a report', () => {
    it('a status without a report keeps the author’s last report', () => {
      const shelf = shelfWith({ labels: ['one'], conditions: [condition('Swept', { observedGeneration: 0 })] });
      const { labels, conditions } = statusAfter(shelf, { standard: [notReady] });
      assert.deepEqual(labels, ['one']);
      assert.deepEqual(conditions[1], condition('Swept', { observedGeneration: 0 }));
    });

    it('a status without a report has the new failure cause in Ready, not the one before', () => {
      const shelf = shelfWith({ conditions: [condition('Ready', { status: 'False', reason: 'ChildrenNotReady' })] });
      const [condition_] = statusAfter(shelf, { standard: [notReady] }).conditions;
      assert.deepEqual([condition_?.reason, condition_?.message], ['NoSpace', 'no space']);
    });

    it('a status without a report keeps the conditions and fields of other actors', () => {
      const shelf = shelfWith({ inventory: 3, conditions: [condition('Insured')] });
      const { inventory, conditions } = statusAfter(shelf, { standard: [notReady] });
      assert.equal(inventory, 3);
      assert.deepEqual(conditions[0], condition('Insured'));
    });

    it('a status leaves out incomplete conditions of other actors', () => {
      const shelf = shelfWith({ conditions: [{ type: 'Insured', status: 'True' }] });
      const types = statusAfter(shelf, { standard: [notReady] }).conditions.map(({ type }) => type);
      assert.deepEqual(types, ['Ready']);
    });

    it('a status of a reconciled resource loses the pause', () => {
      const paused = pausedStatus(shelfKind, storedShelf('a'), nowMs);
      assert.deepEqual(statusAfter(shelfWith(paused), {}).conditions, []);
    });
  });

  describe('of a paused resource', () => {
    it('the status of a paused resource is unchanged, and reports the pause', () => {
      const shelf = shelfWith({ labels: ['one'], conditions: [condition('Swept')] });
      const { labels, conditions } = pausedStatus(shelfKind, shelf, nowMs);
      assert.deepEqual(labels, ['one']);
      assert.deepEqual(
        conditions.map(({ type }) => type),
        ['Paused', 'Swept'],
      );
    });

    it('the status of a paused resource has one Paused condition, also if the author has one', () => {
      const shelf = shelfWith({ conditions: [condition('Paused', { reason: 'ByHand' })] });
      const { conditions } = pausedStatus(shelfKind, shelf, nowMs);
      assert.deepEqual(
        conditions.map(({ type, reason }) => `${type} ${reason}`),
        ['Paused Annotated'],
      );
    });
  });
});
