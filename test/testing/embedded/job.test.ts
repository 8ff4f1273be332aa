import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import { fieldsAt, numberAt, objectsAt, textAt } from '../../../lib/schema/json-part.ts';
import { ConstantDelay } from '../../../lib/testing/embedded/controller/job/constant-delay.ts';
import { CronSchedule } from '../../../lib/testing/embedded/controller/job/cron-schedule.ts';
import { PodScript } from '../../../lib/testing/index.ts';
import { conditions, nameOf, podTemplate, WorkloadTest } from './workload.ts';

describe('a Job of the embedded cluster', () => {
  it('a Job completes when enough pods have succeeded', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(job({ completions: 3, parallelism: 2 }));
    const found = await test.get('batch/v1', 'Job', 'work');
    assert.deepEqual(conditions(found), [
      'SuccessCriteriaMet=True CompletionsReached',
      'Complete=True CompletionsReached',
    ]);
    const { conditions: _, ...status } = fieldsAt(found, 'status');
    const time = '2030-01-01T00:00:00Z';
    const counts = { succeeded: 3, ready: 0, terminating: 0, uncountedTerminatedPods: {} };
    assert.deepEqual(status, { ...counts, startTime: time, completionTime: time });
    assert.equal((await test.list('v1', 'Pod')).length, 3);
  });

  it('a Job runs no more pods at a time than its parallelism', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.succeed({ afterMs: 60_000 }));
    await test.apply(job({ completions: 3, parallelism: 2 }));
    assert.equal((await test.list('v1', 'Pod')).length, 2);
    await test.advance(60);
    assert.equal((await test.list('v1', 'Pod')).length, 3);
    await test.advance(60);
    assert.match(conditions(await test.get('batch/v1', 'Job', 'work')).join(), /Complete=True/);
  });

  it('a Job fails after its backoff limit, with growing pauses', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.fail());
    await test.apply(job({ backoffLimit: 2 }));
    const counts: (number | undefined)[] = [];
    for (const seconds of [0, 10, 20]) {
      await test.advance(seconds);
      counts.push(numberAt(await test.get('batch/v1', 'Job', 'work'), 'status.failed'));
    }
    assert.deepEqual(counts, [1, 2, 3]);
    const found = await test.get('batch/v1', 'Job', 'work');
    assert.deepEqual(conditions(found), [
      'FailureTarget=True BackoffLimitExceeded',
      'Failed=True BackoffLimitExceeded',
    ]);
  });

  it('a Job fails when it exceeds its deadline, and ends its pods', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.ready());
    await test.apply(job({ activeDeadlineSeconds: 60, backoffLimit: 0 }));
    await test.advance(60);
    const found = await test.get('batch/v1', 'Job', 'work');
    assert.match(conditions(found).join(), /Failed=True DeadlineExceeded/);
    assert.deepEqual(await test.list('v1', 'Pod'), []);
  });

  it('a finished Job is deleted when its time to live is over', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(job({ ttlSecondsAfterFinished: 60 }));
    await test.advance(59);
    assert.equal((await test.list('batch/v1', 'Job')).length, 1);
    await test.advance(1);
    assert.equal((await test.list('batch/v1', 'Job')).length, 0);
    assert.equal((await test.list('v1', 'Pod')).length, 0);
  });

  for (const propagationPolicy of ['Background', 'Foreground'] as const) {
    it(`a Job takes its running pods along when it is deleted in the ${propagationPolicy.toLowerCase()}`, async () => {
      await using test = await WorkloadTest.start();
      test.cluster.pods.script(() => true, PodScript.ready());
      await test.apply(job({ completions: 2, parallelism: 2 }));
      assert.equal((await test.list('v1', 'Pod')).length, 2);
      await test.delete('batch/v1', 'Job', 'work', propagationPolicy);
      await test.advance(60);
      assert.deepEqual(await test.list('batch/v1', 'Job'), []);
      assert.deepEqual(await test.list('v1', 'Pod'), []);
    });
  }

  it('an indexed Job gives each of its pods an index', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(job({ completionMode: 'Indexed', completions: 4, parallelism: 4 }));
    const found = await test.get('batch/v1', 'Job', 'work');
    assert.equal(textAt(found, 'status.completedIndexes'), '0-3');
    const hosts = (await test.list('v1', 'Pod')).map((pod) => textAt(pod, 'spec.hostname'));
    assert.deepEqual(hosts, ['work-0', 'work-1', 'work-2', 'work-3']);
  });

  it('a Job has no pods while it is suspended', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(job({ suspend: true }));
    assert.deepEqual(await test.list('v1', 'Pod'), []);
    assert.deepEqual(conditions(await test.get('batch/v1', 'Job', 'work')), ['Suspended=True JobSuspended']);
    await test.apply(job({ suspend: false }));
    assert.match(
      conditions(await test.get('batch/v1', 'Job', 'work')).join(),
      /Suspended=False JobResumed.*Complete=True/,
    );
  });
});

describe('a CronJob of the embedded cluster', () => {
  it('a CronJob creates a Job at each time of its schedule, and keeps the last ones', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(cronJob({ schedule: '*/5 * * * *', successfulJobsHistoryLimit: 2 }));
    await test.advance(299);
    assert.deepEqual(await test.list('batch/v1', 'Job'), []);
    await test.advance(1);
    assert.deepEqual((await test.list('batch/v1', 'Job')).map(nameOf), [`tick-${1_893_456_300 / 60}`]);
    await test.advance(900);
    assert.equal((await test.list('batch/v1', 'Job')).length, 2);
    const found = await test.get('batch/v1', 'CronJob', 'tick');
    assert.equal(textAt(found, 'status.lastScheduleTime'), '2030-01-01T00:20:00Z');
  });

  it('a CronJob of a constant delay creates a Job each time that the delay is over', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(cronJob({ schedule: '@every 90s', successfulJobsHistoryLimit: 9 }));
    await test.advance(89);
    assert.deepEqual(await test.list('batch/v1', 'Job'), []);
    await test.advance(1);
    await test.advance(180);
    const minutes = [1, 3, 4].map((minute) => `tick-${1_893_456_000 / 60 + minute}`);
    assert.deepEqual((await test.list('batch/v1', 'Job')).map(nameOf).toSorted(), minutes);
    const found = await test.get('batch/v1', 'CronJob', 'tick');
    assert.equal(textAt(found, 'status.lastScheduleTime'), '2030-01-01T00:04:30Z');
  });

  it('a CronJob starts no Job beside a running one if its policy forbids that', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.ready());
    await test.apply(cronJob({ concurrencyPolicy: 'Forbid' }));
    await test.advance(180);
    assert.equal((await test.list('batch/v1', 'Job')).length, 1);
    assert.equal(objectsAt(await test.get('batch/v1', 'CronJob', 'tick'), 'status.active').length, 1);
  });

  it('a CronJob replaces a running Job if its policy is to replace', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.ready());
    await test.apply(cronJob({ concurrencyPolicy: 'Replace' }));
    await test.advance(120);
    assert.deepEqual((await test.list('batch/v1', 'Job')).map(nameOf), [`tick-${1_893_456_120 / 60}`]);
  });

  it('a CronJob creates no Job while it is suspended', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(cronJob({ suspend: true }));
    await test.advance(600);
    assert.deepEqual(await test.list('batch/v1', 'Job'), []);
  });
});

describe('a cron schedule', () => {
  const next = (schedule: string, from: string, timeZone = 'UTC') => {
    const found = CronSchedule.of(schedule, timeZone)?.after(Date.parse(from));
    return found === undefined ? undefined : new Date(found).toISOString();
  };

  it('a cron schedule takes lists, ranges, steps, names and shortcuts', () => {
    assert.equal(next('0 12 * * mon-fri', '2030-01-05T00:00:00Z'), '2030-01-07T12:00:00.000Z');
    assert.equal(next('5,10-20/5 1 1 JAN *', '2030-01-01T01:05:00Z'), '2030-01-01T01:10:00.000Z');
    assert.equal(next('@monthly', '2030-01-15T00:00:00Z'), '2030-02-01T00:00:00.000Z');
    assert.equal(next('0 0 29 2 *', '2030-01-01T00:00:00Z'), '2032-02-29T00:00:00.000Z');
  });

  it('a cron schedule with both fields of days matches the days of either', () => {
    assert.equal(next('0 0 13 * fri', '2030-01-01T00:00:00Z'), '2030-01-04T00:00:00.000Z');
    assert.equal(next('0 0 13 * fri', '2030-01-12T00:00:00Z'), '2030-01-13T00:00:00.000Z');
    assert.equal(next('0 0 */2 * fri', '2030-01-01T00:00:00Z'), '2030-01-03T00:00:00.000Z');
    assert.equal(next('0 0 */1 * fri', '2030-01-01T00:00:00Z'), '2030-01-04T00:00:00.000Z');
  });

  it('a cron schedule follows its time zone through a change of the clocks', () => {
    assert.equal(next('30 2 * * *', '2030-03-31T01:00:00Z', 'Europe/Berlin'), '2030-04-01T00:30:00.000Z');
    assert.equal(next('0 9 * * *', '2030-07-01T00:00:00Z', 'America/New_York'), '2030-07-01T13:00:00.000Z');
  });

  it('a constant delay has whole seconds, at least one, and keeps its rhythm after missed times', () => {
    const secondsOf = (text: string) => (ConstantDelay.of(text)?.after(0) ?? 0) / 1_000;
    assert.deepEqual(['@every 1m2.9s', '@every 10ms', '@every -5m', '@every 5'].map(secondsOf), [62, 1, 1, 0]);
    assert.equal(ConstantDelay.of('@every 5m')?.last(0, 1_000_000), 900_000);
    assert.equal(ConstantDelay.of('@every 5m')?.last(0, 299_999), undefined);
  });

  it('a cron schedule that is not valid is refused', () => {
    for (const text of ['', '* * * *', '60 * * * *', '5-1 * * * *', '*/0 * * * *', 'x * * * *']) {
      assert.equal(CronSchedule.of(text, 'UTC'), undefined, text);
    }
    assert.equal(CronSchedule.of('* * * * *', 'Nowhere/City'), undefined);
    assert.equal(next('0 0 31 2 *', '2030-01-01T00:00:00Z'), undefined);
  });
});

function job(spec: object = {}): KubernetesObject {
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'work', namespace: 'default' }, spec: jobSpec(spec) };
}

function jobSpec(spec: object = {}): object {
  const { spec: content } = podTemplate();
  return { template: { spec: { ...content, restartPolicy: 'Never' } }, ...spec };
}

function cronJob(spec: object): KubernetesObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick', namespace: 'default' },
    spec: { schedule: '* * * * *', jobTemplate: { spec: jobSpec() }, ...spec },
  };
}
