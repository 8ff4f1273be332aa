import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoredObject } from '../../../../lib/api/index.ts';
import type { FailureCause } from '../../../../lib/runtime/reconcile/status/failure-cause.ts';
import {
  type ReconcileOutcome,
  standardConditions,
} from '../../../../lib/runtime/reconcile/status/standard-conditions.ts';
import { renderedBox, storedShelf } from '../rendered-box.ts';

const owner = storedShelf('a');
const failureCause: FailureCause = { reason: 'PruneHeld', message: 'no space' };
const children = ['x', 'y'].map((name) => renderedBox(owner, name, '1'));

/** An observed child with this condition. */
function observed(status: 'True' | 'False', extra: readonly object[] = []): StoredObject {
  const conditions = [{ type: 'Ready', status, reason: 'Any', message: 'is half full' }, ...extra];
  return { ...owner, status: { conditions } };
}

function inShort(result: Partial<ReconcileOutcome>): readonly string[] {
  return standardConditions({ children, observe: () => observed('True'), ...result }).map(
    ({ type, status, reason, message }) => `${type} ${status} ${reason}: ${message}`,
  );
}

describe('the standard conditions', () => {
  it('the conditions report a resource as ready when all its children are ready', () => {
    assert.deepEqual(inShort({}), [
      'Ready True ChildrenReady: its 2 children are ready',
      'Progressing False Settled: nothing is to be done',
      'Degraded False AsExpected: no problem is known',
    ]);
  });

  it('the Ready condition has messages of its own for one child and for none', () => {
    assert.match(inShort({ children: children.slice(1) })[0] ?? '', /its child is ready$/);
    assert.match(inShort({ children: [] })[0] ?? '', /it has no children to wait for$/);
  });

  it('the conditions report postponed deletions before children that aren’t ready', () => {
    const wait: FailureCause = { reason: 'DeletionsWaiting', message: 'later' };
    assert.deepEqual(inShort({ wait, observe: () => undefined }), [
      'Ready False DeletionsWaiting: later',
      'Progressing True DeletionsWaiting: later',
      'Degraded False AsExpected: no problem is known',
    ]);
  });

  it('the conditions name the children that the resource waits for', () => {
    const observe = ({ key }: { key: { name: string } }) => (key.name === 'x' ? undefined : observed('False'));
    const words = 'ChildrenNotReady: ConfigMap x: is not there yet; ConfigMap y: is half full';
    assert.deepEqual(inShort({ observe }), [
      `Ready False ${words}`,
      `Progressing True ${words}`,
      'Degraded False AsExpected: no problem is known',
    ]);
  });

  it('the conditions report that a child is recreated, whether it still exists or not', () => {
    const words = 'Recreating: ConfigMap x: is being deleted, and then recreated';
    const expected = [
      `Ready False ${words}`,
      `Progressing True ${words}`,
      'Degraded False AsExpected: no problem is known',
    ];
    assert.deepEqual(inShort({ recreated: children.slice(0, 1) }), expected);
    const { metadata, ...object } = observed('True');
    const held = { ...object, metadata: { ...metadata, deletionTimestamp: '2030-01-01T00:00:00Z' } };
    const observe = ({ key }: { key: { name: string } }) => (key.name === 'x' ? held : observed('True'));
    assert.deepEqual(inShort({ observe }), expected);
  });

  it('the conditions report a failed child, even while the resource waits for another', () => {
    const stalled = observed('False', [{ type: 'Stalled', status: 'True' }]);
    const observe = ({ key }: { key: { name: string } }) => (key.name === 'x' ? observed('False') : stalled);
    assert.deepEqual(inShort({ observe }), [
      'Ready False ChildFailed: ConfigMap y: is half full',
      'Progressing False ChildFailed: stopped by a problem',
      'Degraded True ChildFailed: ConfigMap y: is half full',
    ]);
  });

  it('the conditions report the cause of a failed reconcile, whatever the state of the children', () => {
    assert.deepEqual(inShort({ failureCause }), [
      'Ready False PruneHeld: no space',
      'Progressing False PruneHeld: stopped by a problem',
      'Degraded True PruneHeld: no space',
    ]);
  });

  it('exactly one of the three standard conditions is true', () => {
    for (const result of [{}, { observe: () => undefined }, { failureCause }, { children: [] }]) {
      assert.equal(inShort(result).filter((condition) => condition.includes(' True ')).length, 1);
    }
  });
});
