import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { ReconcileTime, ReconcileTimeoutError } from '../../../../lib/runtime/reconcile/safeguards/reconcile-time.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';

describe('the time of a reconcile', () => {
  let clock: ManualClock;
  let parent: AbortController;
  let time: ReconcileTime;

  beforeEach(() => {
    clock = new ManualClock();
    parent = new AbortController();
    time = new ReconcileTime(clock, Duration.minutes(2), parent.signal);
  });

  it('the signal of a reconcile aborts at the timeout, and not before', async () => {
    await clock.advance(119_999);
    assert.equal(time.signal.aborted, false);
    assert.equal(time.causeOf('failure'), 'failure');
    await clock.advance(1);
    assert.equal(time.signal.aborted, true);
  });

  it('the signal of a reconcile aborts with an error that names the duration and place', async () => {
    const pass = time.runCallback('`cleanup`', async () => {
      await clock.sleep(1_000_000);
    });
    void pass;
    await clock.advance(120_000);
    const error = time.causeOf(new Error('aborted'));
    assert.ok(ReconcileTimeoutError.is(error));
    assert.equal(time.signal.reason, error);
    assert.equal(
      error.message,
      'the reconcile took longer than 2 minutes, in `cleanup`: bound what it waits for, or give the controller a longer `timeout`',
    );
  });

  it('a timeout is attributed to the API server outside of callbacks, also after a failed callback', async () => {
    await assert.rejects(time.runCallback('`reconcile`', () => Promise.reject(new Error('no space'))));
    await clock.advance(120_000);
    assert.match(String(time.signal.reason), /longer than 2 minutes, waiting for the API server: /);
  });

  it('the signal of a reconcile aborts with that of the process, which isn’t a timeout', async () => {
    parent.abort(new Error('stop'));
    assert.equal(String(time.signal.reason), 'Error: stop');
    await clock.advance(120_000);
    assert.equal(time.causeOf('failure'), 'failure');
    assert.equal(new ReconcileTime(clock, Duration.minutes(2), parent.signal).signal.aborted, true);
  });

  it('the time of a reconcile leaves no timer and no listener', () => {
    time.end();
    assert.equal(clock.pendingCount, 0);
    parent.abort();
    assert.equal(time.signal.aborted, false);
  });
});
