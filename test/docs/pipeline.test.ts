// Tests the pipeline operator of docs/patterns.md.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { PipelineOperator } from './pipeline/operator.ts';
import { StartedOperator } from './started-operator.ts';

const steps = (...names: readonly string[]) => names.map((name) => ({ name, image: `example.com/${name}:1` }));

describe('the pipeline operator of the documentation', () => {
  const operator = new PipelineOperator(new App(), 'pipelines', { version: '1.0.0', image: 'example.com/pipelines:1' });
  let started: StartedOperator<EmbeddedControlPlane>;

  const kubectl = async (args: readonly string[], input?: object) => await started.kubectl(args, input);

  const change = (spec: object) =>
    kubectl(['patch', 'pipeline', 'site', '--type=merge', '-p', JSON.stringify({ spec })]);

  /** Writes the status that the Job controller would write: it doesn't run here. */
  const finish = async (job: string, type: 'Complete' | 'Failed') => {
    const time = new Date().toISOString();
    const condition = { status: 'True', reason: 'Test', lastProbeTime: time, lastTransitionTime: time };
    const [early, completionTime] =
      type === 'Complete' ? ['SuccessCriteriaMet', { completionTime: time }] : ['FailureTarget', {}];
    const conditions = [early, type].map((each) => ({ ...condition, type: each }));
    const status = { conditions, startTime: time, ...completionTime };
    await kubectl(['patch', 'job', job, '--subresource=status', '--type=merge', '-p', JSON.stringify({ status })]);
  };

  /** Returns Job → true if it is suspended. */
  const jobs = async () => {
    const { items } = JSON.parse(await kubectl(['get', 'jobs', '-o', 'json'])) as { readonly items: readonly Job[] };
    return Object.fromEntries(items.map(({ metadata, spec }) => [metadata.name, spec.suspend]));
  };

  const untilJobs = async (...names: readonly string[]) =>
    await until(`the Jobs are ${names.join(', ')}`, async () => Object.keys(await jobs()).join() === names.join());

  const untilPhase = async (phase: string) =>
    await until(`the phase is ${phase}`, async () => {
      return (await kubectl(['get', 'pipeline', 'site', '-o', 'jsonpath={.status.phase} {.status.step}'])) === phase;
    });

  before(async () => {
    started = await StartedOperator.start(await EmbeddedControlPlane.start({ workloads: 'none' }), operator);
    await kubectl(['apply', '-f', '-'], {
      apiVersion: 'ci.example.com/v1',
      kind: 'Pipeline',
      metadata: { name: 'site' },
      spec: { steps: steps('build', 'publish'), retries: 1, timeoutSeconds: 60, history: 1 },
    });
  });

  after(() => started.stop());

  it('a Pipeline runs its steps one after the other, and a failed one again', async () => {
    await untilJobs('site-1-build-1');
    await finish('site-1-build-1', 'Failed');
    await untilJobs('site-1-build-1', 'site-1-build-2');
    await finish('site-1-build-2', 'Complete');
    await untilJobs('site-1-build-1', 'site-1-build-2', 'site-1-publish-1');
    await finish('site-1-publish-1', 'Complete');
    await untilPhase('Succeeded ');
  });

  it('a Pipeline is Degraded while it keeps a failed Job, also after the step has succeeded', async () => {
    await kubectl(['wait', '--for=condition=Degraded', 'pipeline/site', patience]);
    await untilPhase('Succeeded ');
  });

  it('a paused Pipeline suspends the running Job, and starts no other', async () => {
    await change({ run: 2 });
    await until('the second run has begun', async () => (await jobs())['site-2-build-1'] === false);
    await change({ paused: true });
    await until('the Job is suspended', async () => (await jobs())['site-2-build-1'] === true);
    await finish('site-2-build-1', 'Complete');
    await untilPhase('Paused publish');
    assert.equal((await jobs())['site-2-publish-1'], undefined);
    await change({ paused: false });
    await until('the next step runs', async () => (await jobs())['site-2-publish-1'] === false);
  });

  it('a Pipeline keeps the configured number of earlier runs, also when its steps have changed', async () => {
    await change({ run: 3, steps: steps('test') });
    await untilJobs('site-2-build-1', 'site-2-publish-1', 'site-3-test-1');
    await until('the earlier run is suspended', async () => (await jobs())['site-2-publish-1'] === true);
  });

  it('a Pipeline fails when a step has used all its attempts', async () => {
    await finish('site-3-test-1', 'Failed');
    await until('it is tried again', async () => (await jobs())['site-3-test-2'] === false);
    await finish('site-3-test-2', 'Failed');
    await untilPhase('Failed test');
  });
});

interface Job {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly suspend: boolean };
}
