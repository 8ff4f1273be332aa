import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { Action } from '../../../lib/api/index.ts';

describe('an action', () => {
  it('Action.awaitChange waits for a change', () => {
    assert.deepEqual(Action.awaitChange(), { type: 'await-change' });
  });

  it('Action.requeue runs at once, and Action.requeueAfter after a delay', () => {
    assert.deepEqual(Action.requeue(), { type: 'requeue', afterMs: 0 });
    assert.deepEqual(Action.requeueAfter(Duration.minutes(5)), { type: 'requeue', afterMs: 300_000 });
  });
});
