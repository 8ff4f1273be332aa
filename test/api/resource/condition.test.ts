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
  it('a condition after a reconcile has the time of its last transition, and a generation', () => {
    assert.deepEqual(conditionsAfter([], [report('Ready')], moment), [
      { ...report('Ready'), observedGeneration: 4, lastTransitionTime: now },
    ]);
  });

  it('a condition keeps the time of its last transition while its status stays the same', () => {
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

  it('the conditions after a reconcile are the reported ones, the last of each type', () => {
    const after = conditionsAfter([condition('Gone')], [report('Ready', 'False'), report('Ready', 'Unknown')], moment);
    assert.deepEqual(
      after.map(({ type, status }) => `${type} ${status}`),
      ['Ready Unknown'],
    );
  });

  it('the conditions after a reconcile are sorted by type', () => {
    const after = conditionsAfter([], [report('B'), report('a'), report('A')], moment);
    assert.deepEqual(
      after.map(({ type }) => type),
      ['A', 'B', 'a'],
    );
    assert.deepEqual(sortedConditions([condition('B'), condition('A')]), [condition('A'), condition('B')]);
  });

  it('a condition has no other field of a report, such as a time', () => {
    assert.deepEqual(
      conditionsAfter([], [condition('Ready')], moment).map(({ observedGeneration, lastTransitionTime }) => [
        observedGeneration,
        lastTransitionTime,
      ]),
      [[4, now]],
    );
  });

  it('a condition has no message that the API server would refuse for its length', () => {
    const [after] = conditionsAfter([], [report('Ready', 'False', { message: 'x'.repeat(40_000) })], moment);
    assert.equal(after?.message.length, longestConditionMessage);
  });

  it('a shortened message has no half of a surrogate pair, which the API server would replace', () => {
    const message = `${'x'.repeat(longestConditionMessage - 1)}😀`;
    const [after] = conditionsAfter([], [report('Ready', 'False', { message })], moment);
    assert.ok(after?.message.isWellFormed());
  });
});

describe('the conditions of an object', () => {
  it('a condition is found by its type', () => {
    const conditions = [condition('Ready'), condition('Swept')];
    assert.equal(findCondition(conditions, 'Swept'), conditions[1]);
    assert.equal(findCondition(conditions, 'Gone'), undefined);
  });

  it('the conditions of an object are read from its status as they are', () => {
    assert.deepEqual(conditionsOf({ conditions: [condition('Ready')] }), [condition('Ready')]);
  });

  it('a condition has an empty reason and message if its kind has none', () => {
    const [ready] = conditionsOf({ conditions: [{ type: 'Ready', status: 'True' }] });
    assert.deepEqual(ready, { type: 'Ready', status: 'True', reason: '', message: '', lastTransitionTime: '' });
  });

  it('a status without valid conditions has none', () => {
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
