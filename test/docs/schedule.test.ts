// Tests the schedule of docs/writing-an-operator.md.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Duration } from 'cdk8s';
import { Action, TerminalError } from 'operand';
import { ControllerTest } from 'operand/testing';
import { Report, ReportOperator } from './schedule/operator.ts';

describe('the scheduled operator of the documentation', () => {
  const operator = new ReportOperator(new App(), 'reports', { version: '1.0.0', image: 'example.com/reports:1' });
  const spec = { image: 'example.com/report:1', schedule: '30 2 * * *', startingDeadlineSeconds: 3600 };
  const status = { lastScheduleTime: '2030-01-01T02:30:00Z' };

  const at = (time: string, options: { readonly schedule?: string } = {}) =>
    new ControllerTest(operator, Report, {
      ...{ metadata: { name: 'sales' }, spec: { ...spec, ...options }, status },
      now: new Date(time),
    });

  it('a scheduled operator starts the Job of a scheduled time once, and requeues for the next time', async () => {
    const due = at('2030-01-02T02:30:01Z');
    assert.deepEqual(await due.reconcile(), Action.requeueAfter(Duration.seconds(86_399)));
    assert.deepEqual(await due.reconcile(), Action.requeueAfter(Duration.seconds(86_399)));
    assert.deepEqual(
      due.requests.map(({ verb }) => verb),
      ['create', 'create'],
    );
    assert.deepEqual(due.status().lastScheduleTime, '2030-01-02T02:30:00.000Z');
  });

  it('a scheduled operator starts nothing before the scheduled time, and nothing after the deadline', async () => {
    for (const time of ['2030-01-02T02:29:59Z', '2030-01-02T03:30:01Z']) {
      const early = at(time);
      await early.reconcile();
      assert.deepEqual(early.requests, []);
    }
    assert.equal(at('2030-01-02T03:30:01Z').status().lastScheduleTime, '2030-01-02T02:30:00.000Z');
  });

  it('a scheduled operator waits for a change of a schedule that is not valid', async () => {
    await assert.rejects(at('2030-01-02T02:30:01Z', { schedule: 'at night' }).reconcile(), TerminalError.is);
  });
});
