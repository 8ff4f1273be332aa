import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { annotationsOf } from '../../../lib/built-in/unvalidated-object.ts';
import { fieldsAt, numberAt, textAt } from '../../../lib/schema/json-part.ts';
import { conditionOf } from '../../../lib/testing/embedded/condition.ts';
import { PodScript } from '../../../lib/testing/index.ts';
import { conditions, deployment, imageOf, nameOf, WorkloadTest } from './workload.ts';

const unready = PodScript.neverReady();

describe('a Deployment of the embedded cluster', () => {
  it('a Deployment becomes available, with its ReplicaSet and pods', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment());
    const found = await test.get('apps/v1', 'Deployment', 'web');
    const { conditions: _, ...counts } = fieldsAt(found, 'status');
    assert.deepEqual(counts, {
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      terminatingReplicas: 0,
    });
    assert.deepEqual(conditions(found), [
      'Available=True MinimumReplicasAvailable',
      'Progressing=True NewReplicaSetAvailable',
    ]);
    assert.equal(annotationsOf(found)['deployment.kubernetes.io/revision'], '1');
    assert.deepEqual(await sizes(test), { 'web:1': 3 });
    assert.equal((await test.list('v1', 'Pod')).length, 3);
  });

  it('a Deployment keeps enough pods available while a new template rolls out', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 4 }));
    test.cluster.pods.script(({ object: pod }) => imageOf(pod) === 'web:2', unready);
    await test.apply(deployment({ replicas: 4 }, 'web:2'));
    // 25 % more and 25 % fewer than four.
    assert.deepEqual(await sizes(test), { 'web:1': 3, 'web:2': 2 });
    test.cluster.pods.script(() => true, PodScript.ready());
    await test.cluster.settled();
    assert.deepEqual(await sizes(test), { 'web:1': 0, 'web:2': 4 });
  });

  it('a Deployment reports a rollout without progress after its deadline', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, unready);
    await test.apply(deployment({ progressDeadlineSeconds: 60 }));
    await test.advance(60);
    assert.match(await progress(test), /True ReplicaSetUpdated/);
    await test.advance(1);
    assert.match(await progress(test), /False ProgressDeadlineExceeded/);
  });

  it('a Deployment that recreates its pods ends all old ones before new ones start', async () => {
    await using test = await WorkloadTest.start();
    const recreate = { strategy: { type: 'Recreate' } };
    test.cluster.pods.script(() => true, PodScript.ready({ stopsAfterMs: 5_000 }));
    await test.apply(deployment(recreate));
    await test.apply(deployment(recreate, 'web:2'));
    assert.deepEqual(await sizes(test), { 'web:1': 0 });
    await test.advance(5);
    assert.deepEqual(await sizes(test), { 'web:1': 0, 'web:2': 3 });
  });

  it('a Deployment whose pods a quota refuses keeps the first refusal, and gets its pods when the quota grows', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(podQuota('2'));
    await test.apply(deployment());
    const refusal = async () => {
      const [set = {}] = await test.list('apps/v1', 'ReplicaSet');
      return textAt(conditionOf(set, 'ReplicaFailure'), 'message');
    };
    const first = await refusal();
    assert.match(first, /^pods "web-.*" is forbidden: exceeded quota: few, /);
    await test.advance(5);
    assert.equal(await refusal(), first);
    assert.equal((await test.list('v1', 'Pod')).length, 2);
    await test.apply(podQuota('3'));
    await test.advance(1);
    assert.equal((await test.list('v1', 'Pod')).length, 3);
    assert.equal(await refusal(), '');
  });

  it('a Deployment does not roll out while it is paused', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment());
    await test.apply(deployment({ paused: true }, 'web:2'));
    assert.match(await progress(test), /Unknown DeploymentPaused/);
    assert.deepEqual(await sizes(test), { 'web:1': 3 });
    await test.apply(deployment({ paused: false }, 'web:2'));
    assert.deepEqual(await sizes(test), { 'web:1': 0, 'web:2': 3 });
  });

  it('a Deployment scales the ReplicaSets of a rollout in proportion', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 10 }));
    test.cluster.pods.script(({ object: pod }) => imageOf(pod) === 'web:2', unready);
    await test.apply(deployment({ replicas: 10 }, 'web:2'));
    assert.deepEqual(await sizes(test), { 'web:1': 8, 'web:2': 5 });
    await test.apply(deployment({ replicas: 20 }, 'web:2'));
    assert.deepEqual(await sizes(test), { 'web:1': 15, 'web:2': 10 });
  });

  it('a Deployment keeps as many old revisions as its limit, and returns to one of them', async () => {
    await using test = await WorkloadTest.start();
    for (const image of ['web:1', 'web:2', 'web:3', 'web:4']) {
      await test.apply(deployment({ revisionHistoryLimit: 2 }, image));
    }
    assert.deepEqual(await sizes(test), { 'web:2': 0, 'web:3': 0, 'web:4': 3 });
    await test.apply(deployment({ revisionHistoryLimit: 2 }, 'web:2'));
    const revisions = (await test.list('apps/v1', 'ReplicaSet')).map(annotationsOf);
    const returned = revisions.find((each) => each['deployment.kubernetes.io/revision'] === '5');
    assert.equal(returned?.['deployment.kubernetes.io/revision-history'], '2');
  });

  it('a Deployment replaces a pod that is deleted', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment());
    const [first] = await test.list('v1', 'Pod');
    await test.delete('v1', 'Pod', nameOf(first));
    const names = (await test.list('v1', 'Pod')).map(nameOf);
    assert.equal(names.length, 3);
    assert.ok(!names.includes(nameOf(first)));
  });
});

async function progress(test: WorkloadTest): Promise<string> {
  const found = conditions(await test.get('apps/v1', 'Deployment', 'web'));
  return found.find((each) => each.startsWith('Progressing')) ?? '';
}

/** Returns image → size of each ReplicaSet. */
async function sizes(test: WorkloadTest): Promise<Record<string, unknown>> {
  const sets = await test.list('apps/v1', 'ReplicaSet');
  const found = sets.map((set): [string, unknown] => [
    imageOf(fieldsAt(set, 'spec.template')),
    numberAt(set, 'spec.replicas'),
  ]);
  return Object.fromEntries(found.toSorted());
}

/** A quota of pods. */
function podQuota(pods: string) {
  const metadata = { name: 'few', namespace: 'default' };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods } } };
}
