import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../lib/api/index.ts';
import { fieldsAt, numberAt, textAt } from '../../../lib/schema/json-part.ts';
import { PodScript } from '../../../lib/testing/index.ts';
import { imageOf, labels, nameOf, podTemplate, WorkloadTest } from './workload.ts';

describe('a StatefulSet of the embedded cluster', () => {
  it('a StatefulSet starts its pods one after the other, each with its claim', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.ready({ afterMs: 10_000 }));
    await test.apply(statefulSet());
    assert.deepEqual(await podNames(test), ['db-0']);
    await test.advance(10);
    assert.deepEqual(await podNames(test), ['db-0', 'db-1']);
    await test.advance(20);
    const { conditions: _, ...status } = fieldsAt(await test.get('apps/v1', 'StatefulSet', 'db'), 'status');
    const { currentRevision, updateRevision, ...counts } = status;
    assert.equal(currentRevision, updateRevision);
    assert.deepEqual(counts, {
      observedGeneration: 1,
      replicas: 3,
      readyReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      availableReplicas: 3,
      collisionCount: 0,
    });
    assert.deepEqual(await phases(test), { 'data-db-0': 'Bound', 'data-db-1': 'Bound', 'data-db-2': 'Bound' });
  });

  it('a StatefulSet starts its pods together if it manages them in parallel', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.neverReady());
    await test.apply(statefulSet({ podManagementPolicy: 'Parallel' }));
    assert.deepEqual(await podNames(test), ['db-0', 'db-1', 'db-2']);
  });

  it('a StatefulSet updates the last pod first, and waits for each', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(statefulSet());
    test.cluster.pods.script(({ object: pod }) => imageOf(pod) === 'web:2', PodScript.ready({ afterMs: 10_000 }));
    await test.apply(statefulSet({}, 'web:2'));
    assert.deepEqual(await images(test), ['web:1', 'web:1', 'web:2']);
    await test.advance(10);
    assert.deepEqual(await images(test), ['web:1', 'web:2', 'web:2']);
    await test.advance(20);
    assert.deepEqual(await images(test), ['web:2', 'web:2', 'web:2']);
  });

  it('a StatefulSet keeps the former template of the pods below its partition', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(statefulSet());
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { partition: 2 } };
    await test.apply(statefulSet({ updateStrategy }, 'web:2'));
    assert.deepEqual(await images(test), ['web:1', 'web:1', 'web:2']);
    await test.delete('v1', 'Pod', 'db-0');
    assert.deepEqual(await images(test), ['web:1', 'web:1', 'web:2']);
    const status = fieldsAt(await test.get('apps/v1', 'StatefulSet', 'db'), 'status');
    assert.deepEqual([status.currentReplicas, status.updatedReplicas], [2, 1]);
    assert.notEqual(status.currentRevision, status.updateRevision);
  });

  it('a StatefulSet that shrinks ends its last pods, and keeps their claims', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(statefulSet());
    await test.apply(statefulSet({ replicas: 1 }));
    assert.deepEqual(await podNames(test), ['db-0']);
    assert.equal(Object.keys(await phases(test)).length, 3);
  });

  it('a StatefulSet deletes claims with their pods if its policy is to delete', async () => {
    await using test = await WorkloadTest.start();
    const policy = { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete', whenDeleted: 'Delete' } };
    await test.apply(statefulSet(policy));
    await test.apply(statefulSet({ ...policy, replicas: 1 }));
    assert.deepEqual(await phases(test), { 'data-db-0': 'Bound' });
    await test.delete('apps/v1', 'StatefulSet', 'db');
    assert.deepEqual(await phases(test), {});
    assert.deepEqual(await test.list('v1', 'PersistentVolume'), []);
  });

  it('a StatefulSet keeps no more old revisions of its template than its limit', async () => {
    await using test = await WorkloadTest.start();
    for (const image of ['web:1', 'web:2', 'web:3', 'web:4']) {
      await test.apply(statefulSet({ revisionHistoryLimit: 1 }, image));
    }
    const revisions = (await test.list('apps/v1', 'ControllerRevision')).map((each) => numberAt(each, 'revision'));
    assert.deepEqual(revisions.toSorted(), [3, 4]);
  });

  it('a StatefulSet adopts pods that have lost their owner', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(statefulSet());
    const uid = await podUid(test);
    await test.delete('apps/v1', 'StatefulSet', 'db', 'Orphan');
    assert.deepEqual(await podNames(test), ['db-0', 'db-1', 'db-2']);
    await test.apply(statefulSet());
    assert.equal(await podUid(test), uid);
    assert.equal(numberAt(await test.get('apps/v1', 'StatefulSet', 'db'), 'status.readyReplicas'), 3);
  });
});

describe('a claim of the embedded cluster', () => {
  it('a PersistentVolumeClaim grows with its request', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(claim('1Gi'));
    await test.apply(claim('2Gi'));
    const found = await test.get('v1', 'PersistentVolumeClaim', 'data');
    assert.equal(textAt(found, 'status.capacity.storage'), '2Gi');
    const [volume] = await test.list('v1', 'PersistentVolume');
    assert.equal(textAt(volume, 'spec.capacity.storage'), '2Gi');
  });

  it('a deleted PersistentVolumeClaim stays until no pod uses it', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(claim('1Gi'));
    const { metadata, spec } = podTemplate();
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const pod = { metadata: { ...metadata, name: 'user', namespace: 'default' }, spec: { ...spec, volumes } };
    await test.apply({ apiVersion: 'v1', kind: 'Pod', ...pod });
    await test.delete('v1', 'PersistentVolumeClaim', 'data');
    assert.deepEqual(await phases(test), { data: 'Bound' });
    await test.delete('v1', 'Pod', 'user');
    assert.deepEqual(await phases(test), {});
  });

  it('a PersistentVolumeClaim waits for its first pod if its StorageClass says so', async () => {
    await using test = await WorkloadTest.start();
    await test.apply({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'late' },
      provisioner: 'example.com/disk',
      volumeBindingMode: 'WaitForFirstConsumer',
    });
    await test.apply(claim('1Gi', 'late'));
    assert.deepEqual(await phases(test), { data: 'Pending' });
    const { metadata, spec } = podTemplate();
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const pod = { metadata: { ...metadata, name: 'user', namespace: 'default' }, spec: { ...spec, volumes } };
    await test.apply({ apiVersion: 'v1', kind: 'Pod', ...pod });
    assert.deepEqual(await phases(test), { data: 'Bound' });
    assert.equal(textAt(await test.get('v1', 'Pod', 'user'), 'status.phase'), 'Running');
  });

  it('a PersistentVolumeClaim waits for the volume that it names while another claim has it', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(volume('disk', {}));
    await test.apply(claim('1Gi', 'manual', { volumeName: 'disk' }));
    await test.apply(claim('1Gi', 'manual', { volumeName: 'disk' }, 'late'));
    assert.deepEqual(await phases(test), { data: 'Bound', late: 'Pending' });
    assert.equal(textAt((await test.list('v1', 'PersistentVolume'))[0], 'spec.claimRef.name'), 'data');
  });

  it('a PersistentVolumeClaim takes only a volume of its selector, its mode and its size', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(volume('slow', { metadata: { labels: { disk: 'slow' } } }));
    await test.apply(volume('block', { metadata: { labels: { disk: 'fast' } }, spec: { volumeMode: 'Block' } }));
    await test.apply(claim('1Gi', 'manual', { selector: { matchLabels: { disk: 'fast' } } }));
    await test.apply(claim('1Gi', 'manual', { volumeName: 'block' }, 'named'));
    await test.apply(claim('9Gi', 'manual', { volumeName: 'slow' }, 'large'));
    assert.deepEqual(await phases(test), { data: 'Pending', named: 'Pending', large: 'Pending' });
    await test.apply(volume('fast', { metadata: { labels: { disk: 'fast' } } }));
    assert.deepEqual(await phases(test), { data: 'Bound', named: 'Pending', large: 'Pending' });
  });
});

/** Returns a volume of a gibibyte that an administrator has made. */
function volume(name: string, { metadata = {}, spec = {} }: { metadata?: object; spec?: object }): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, ...metadata },
    spec: {
      accessModes: ['ReadWriteOnce'],
      capacity: { storage: '1Gi' },
      hostPath: { path: '/data' },
      storageClassName: 'manual',
      ...spec,
    },
  };
}

function statefulSet(spec: object = {}, image = 'web:1'): KubernetesObject {
  const template = { metadata: { name: 'data' }, spec: claimSpec('1Gi') };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'db', namespace: 'default' },
    spec: {
      replicas: 3,
      serviceName: 'db',
      selector: { matchLabels: labels },
      template: podTemplate(image),
      volumeClaimTemplates: [template],
      ...spec,
    },
  };
}

function claimSpec(storage: string): object {
  return { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } };
}

function claim(storage: string, storageClassName?: string, spec: object = {}, name = 'data'): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, namespace: 'default' },
    spec: { ...claimSpec(storage), ...(storageClassName !== undefined && { storageClassName }), ...spec },
  };
}

async function podNames(test: WorkloadTest): Promise<string[]> {
  return (await test.list('v1', 'Pod')).map(nameOf);
}

async function images(test: WorkloadTest): Promise<string[]> {
  return (await test.list('v1', 'Pod')).map((pod) => imageOf(pod));
}

async function podUid(test: WorkloadTest): Promise<string> {
  const pod: JsonObject = await test.get('v1', 'Pod', 'db-0');
  return textAt(pod, 'metadata.uid');
}

/** Returns the phase of each claim. */
async function phases(test: WorkloadTest): Promise<Record<string, string>> {
  const found = await test.list('v1', 'PersistentVolumeClaim');
  return Object.fromEntries(found.map((each) => [nameOf(each), textAt(each, 'status.phase')]));
}
