import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Condition,
  type ConditionReport,
  conditionsAfter,
  conditionsOf,
  findCondition,
  longestConditionMessage,
  sortedConditions,
} from '../../../lib/api/index.ts';

const before = '2030-01-01T00:00:00Z';
const now = '2030-01-02T03:04:05Z';
const moment = { nowMs: Date.parse(now), observedGeneration: 4 };

function report(type: string, status: Condition['status'] = 'True', props: Partial<ConditionReport> = {}) {
  return { type, status, reason: 'Because', message: '', ...props };
}

function condition(type: string, status: Condition['status'] = 'True'): Condition {
  return { ...report(type, status), observedGeneration: 3, lastTransitionTime: before };
}

describe('the conditions after a reconcile', () => {
  it('have the time of their last transition, and a generation', () => {
    assert.deepEqual(conditionsAfter([], [report('Ready')], moment), [
      { ...report('Ready'), observedGeneration: 4, lastTransitionTime: now },
    ]);
  });

  it('keep the time of the last transition while the status stays the same', () => {
    const reports = [report('Ready', 'True', { reason: 'Other', message: 'other' }), report('Swept', 'False')];
    const after = conditionsAfter([condition('Ready'), condition('Swept')], reports, moment);
    assert.deepEqual(
      after.map(({ type, reason, lastTransitionTime }) => [type, reason, lastTransitionTime]),
      [
        ['Ready', 'Other', before],
        ['Swept', 'Because', now],
      ],
    );
  });

  it('are the reported ones, the last of each type', () => {
    const after = conditionsAfter([condition('Gone')], [report('Ready', 'False'), report('Ready', 'Unknown')], moment);
    assert.deepEqual(
      after.map(({ type, status }) => `${type} ${status}`),
      ['Ready Unknown'],
    );
  });

  it('are sorted by type', () => {
    const after = conditionsAfter([], [report('B'), report('a'), report('A')], moment);
    assert.deepEqual(
      after.map(({ type }) => type),
      ['A', 'B', 'a'],
    );
    assert.deepEqual(sortedConditions([condition('B'), condition('A')]), [condition('A'), condition('B')]);
  });

  it('have no other field of a report, such as a time', () => {
    assert.deepEqual(
      conditionsAfter([], [condition('Ready')], moment).map(({ observedGeneration, lastTransitionTime }) => [
        observedGeneration,
        lastTransitionTime,
      ]),
      [[4, now]],
    );
  });

  it('have no message that the API server would refuse', () => {
    const [after] = conditionsAfter([], [report('Ready', 'False', { message: 'x'.repeat(40_000) })], moment);
    assert.equal(after?.message.length, longestConditionMessage);
  });

  it('have no half of a surrogate pair, which the API server would replace', () => {
    const message = `${'x'.repeat(longestConditionMessage - 1)}😀`;
    const [after] = conditionsAfter([], [report('Ready', 'False', { message })], moment);
    assert.ok(after?.message.isWellFormed());
  });
});

describe('the conditions of an object', () => {
  it('are found by type', () => {
    const conditions = [condition('Ready'), condition('Swept')];
    assert.equal(findCondition(conditions, 'Swept'), conditions[1]);
    assert.equal(findCondition(conditions, 'Gone'), undefined);
  });

  it('are read from its status as they are', () => {
    assert.deepEqual(conditionsOf({ conditions: [condition('Ready')] }), [condition('Ready')]);
  });

  it('have an empty reason and message if the kind has none', () => {
    const [ready] = conditionsOf({ conditions: [{ type: 'Ready', status: 'True' }] });
    assert.deepEqual(ready, { type: 'Ready', status: 'True', reason: '', message: '', lastTransitionTime: '' });
  });

  it('are none in a status without conditions', () => {
    for (const status of [
      undefined,
      null,
      'fine',
      {},
      { conditions: {} },
      { conditions: [null, 'Ready', { type: 1 }] },
    ]) {
      assert.deepEqual(conditionsOf(status), []);
    }
  });
});
