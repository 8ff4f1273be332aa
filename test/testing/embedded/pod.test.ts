import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../lib/api/index.ts';
import { numberAt, objectsAt, textAt } from '../../../lib/schema/json-part.ts';
import { isPodReady } from '../../../lib/testing/embedded/pod.ts';
import { PodScript } from '../../../lib/testing/index.ts';
import { podTemplate, WorkloadTest } from './workload.ts';

const namespace = 'default';

describe('a pod of the embedded cluster', () => {
  it('a pod is Running on a node at once, and its message says that nothing runs', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(pod());
    const found = await test.get('v1', 'Pod', 'web');
    assert.equal(textAt(found, 'spec.nodeName'), 'node-1');
    assert.equal(textAt(found, 'status.phase'), 'Running');
    assert.match(textAt(found, 'status.message'), /nothing runs/);
    assert.equal(await state(test), 'Running, ready');
  });

  it('a pod waits for the Secret of a variable, and then starts', async () => {
    await using test = await WorkloadTest.start();
    const env = [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } }];
    await test.apply(pod({ containers: [{ name: 'web', image: 'web:1', env }] }));
    assert.equal(await state(test), 'Pending');
    const waiting = async () => textAt((await containers(test))[0], 'state.waiting.message');
    assert.equal(await waiting(), 'secret "login" not found');
    const secret = (stringData: JsonObject): KubernetesObject => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login', namespace },
      stringData,
    });
    await test.apply(secret({ user: 'me' }));
    assert.equal(await waiting(), "couldn't find key password in Secret default/login");
    await test.apply(secret({ password: 'x' }));
    assert.equal(await state(test), 'Running, ready');
  });

  it('a pod has no IP address while it waits for the ConfigMap of a volume', async () => {
    await using test = await WorkloadTest.start();
    const volumes = [{ name: 'settings', configMap: { name: 'settings' } }];
    await test.apply(pod({ volumes }));
    const found = await test.get('v1', 'Pod', 'web');
    assert.equal(textAt(found, 'status.podIP'), '');
    assert.match(JSON.stringify(await containers(test)), /"waiting":\{"reason":"ContainerCreating"\}/);
    await test.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace } });
    assert.equal(await state(test), 'Running, ready');
  });

  it('a pod waits for the Secret of an init container, and not for optional Secrets', async () => {
    await using test = await WorkloadTest.start();
    const source = (name: string, optional = false) => ({ envFrom: [{ secretRef: { name, optional } }] });
    const initContainers = [{ name: 'setup', image: 'setup:1', ...source('needed') }];
    const containersOf = [{ name: 'web', image: 'web:1', ...source('optional', true) }];
    const imagePullSecrets = [{ name: 'absent' }];
    await test.apply(pod({ initContainers, containers: containersOf, imagePullSecrets }));
    assert.equal(await state(test), 'Pending');
    assert.match(JSON.stringify(await containers(test)), /"waiting":\{"reason":"PodInitializing"\}/);
    await test.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'needed', namespace } });
    assert.equal(await state(test), 'Running, ready');
  });

  it('a pod becomes ready when its script says so', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(({ name }) => name === 'web', PodScript.ready({ afterMs: 5_000 }));
    await test.apply(pod());
    await test.advance(4);
    assert.equal(await state(test), 'Running');
    await test.advance(1);
    assert.equal(await state(test), 'Running, ready');
  });

  it('a pod follows a script that a test sets while the pod runs', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(pod());
    test.cluster.pods.script(({ labels }) => labels.app === 'web', PodScript.neverReady());
    await test.cluster.settled();
    assert.equal(await state(test), 'Running');
  });

  it('a pod that does not restart ends with the exit code and the message of its script', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.fail({ exitCode: 3, afterMs: 1_000, terminationMessage: 'full' }));
    await test.apply(pod({ restartPolicy: 'Never' }));
    await test.advance(1);
    assert.equal(await state(test), 'Failed');
    const [container] = await containers(test);
    assert.match(JSON.stringify(container), /"terminated":\{"exitCode":3,"reason":"Error".*"message":"full"/);
  });

  it('a pod crashes in a loop with the pauses of a kubelet', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.fail());
    await test.apply(pod());
    const restarts = async () => (await containers(test)).map((each) => textAt(each, 'restartCount'))[0];
    assert.equal(await restarts(), '1');
    assert.match(JSON.stringify(await containers(test)), /CrashLoopBackOff.*back-off 10s/);
    const counts: (string | undefined)[] = [];
    for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
      await test.advance(seconds);
      counts.push(await restarts());
    }
    assert.deepEqual(counts, ['2', '3', '4', '5', '6', '7', '8']);
  });

  it('a deleted pod stays until its script ends it, at most for its grace period', async () => {
    await using test = await WorkloadTest.start();
    test.cluster.pods.script(() => true, PodScript.ready({ stopsAfterMs: 60_000 }));
    await test.apply(pod());
    await test.delete('v1', 'Pod', 'web');
    const deleted = await test.get('v1', 'Pod', 'web');
    assert.equal(numberAt(deleted, 'metadata.deletionGracePeriodSeconds'), 30);
    assert.equal(textAt(deleted, 'metadata.deletionTimestamp'), '2030-01-01T00:00:30Z');
    await test.advance(29);
    assert.equal((await test.list('v1', 'Pod')).length, 1);
    await test.advance(1);
    assert.equal((await test.list('v1', 'Pod')).length, 0);
  });

  it('a pod waits for a node with the labels of its selector', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(pod({ nodeSelector: { disk: 'fast' } }));
    const found = await test.get('v1', 'Pod', 'web');
    assert.match(JSON.stringify(found.status), /"reason":"Unschedulable","message":"0\/1 nodes are available: 1 node/);
    await test.apply({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1', labels: { disk: 'fast' } } });
    assert.equal(await state(test), 'Running, ready');
  });
});

function pod(spec: object = {}): KubernetesObject {
  const { metadata, spec: content } = podTemplate();
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name: 'web', namespace },
    spec: { ...content, ...spec },
  };
}

async function containers(test: WorkloadTest): Promise<readonly JsonObject[]> {
  return objectsAt(await test.get('v1', 'Pod', 'web'), 'status.containerStatuses');
}

async function state(test: WorkloadTest): Promise<string> {
  const found = await test.get('v1', 'Pod', 'web');
  return `${textAt(found, 'status.phase')}${isPodReady(found) ? ', ready' : ''}`;
}
