import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../lib/api/index.ts';
import { fieldsAt, numberAt, objectsAt, textAt } from '../../../lib/schema/json-part.ts';
import { PodScript } from '../../../lib/testing/index.ts';
import { EmbeddedServer } from '../../conformance/embedded-server.ts';
import { conditions, deployment, imageOf, labels, nameOf, podTemplate, WorkloadTest } from './workload.ts';

describe('a DaemonSet of the embedded cluster', () => {
  it('a DaemonSet has a pod on each node that fits, and replaces its pods one by one', async () => {
    await using test = await WorkloadTest.start(3);
    await test.apply(daemonSet());
    assert.deepEqual(await nodesOfPods(test), ['node-1', 'node-2', 'node-3']);
    const { conditions: _, ...status } = fieldsAt(await test.get('apps/v1', 'DaemonSet', 'agent'), 'status');
    assert.deepEqual(status, {
      observedGeneration: 1,
      currentNumberScheduled: 3,
      desiredNumberScheduled: 3,
      numberMisscheduled: 0,
      numberReady: 3,
      numberAvailable: 3,
      updatedNumberScheduled: 3,
    });
    test.cluster.pods.script(({ object: pod }) => imageOf(pod) === 'web:2', PodScript.ready({ afterMs: 10_000 }));
    await test.apply(daemonSet('web:2'));
    const updated = async () => (await test.list('v1', 'Pod')).filter((pod) => imageOf(pod) === 'web:2').length;
    assert.equal(await updated(), 1);
    await test.advance(20);
    assert.equal(await updated(), 3);
  });

  it('a DaemonSet removes its pod from a node that no longer fits', async () => {
    await using test = await WorkloadTest.start(2);
    await test.apply({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1', labels: { disk: 'fast' } } });
    await test.apply(daemonSet('web:1', { nodeSelector: { disk: 'fast' } }));
    assert.deepEqual(await nodesOfPods(test), ['node-1']);
    await test.apply({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } });
    assert.deepEqual(await nodesOfPods(test), []);
  });
});

describe('a Service of the embedded cluster', () => {
  it('a Service lists the ready pods behind it in its EndpointSlices and Endpoints', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(service());
    await test.apply(deployment({ replicas: 2 }));
    const addresses = (await test.list('v1', 'Pod')).map((pod) => textAt(pod, 'status.podIP'));
    assert.deepEqual(await sliceAddresses(test, true), addresses);
    const [subset] = objectsAt(await test.get('v1', 'Endpoints', 'web'), 'subsets');
    assert.deepEqual(
      objectsAt(subset, 'addresses').map(({ ip }) => ip),
      addresses,
    );
    assert.deepEqual(objectsAt(subset, 'ports'), [{ port: 8080, protocol: 'TCP' }]);
    test.cluster.pods.script(() => true, PodScript.neverReady());
    await test.cluster.settled();
    assert.deepEqual(await sliceAddresses(test, true), []);
    assert.deepEqual(await sliceAddresses(test, false), addresses);
  });
});

describe('a PodDisruptionBudget of the embedded cluster', () => {
  it('a PodDisruptionBudget counts its pods, and lets no more of them be evicted than it allows', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 3 }));
    await test.apply(budget());
    const found = await test.get('policy/v1', 'PodDisruptionBudget', 'web');
    const { conditions: _, observedGeneration: __, ...counts } = fieldsAt(found, 'status');
    assert.deepEqual(counts, { currentHealthy: 3, desiredHealthy: 2, disruptionsAllowed: 1, expectedPods: 3 });
    assert.deepEqual(conditions(found), ['DisruptionAllowed=True SufficientPods']);
    const present = await test.list('v1', 'Pod');
    const names = new Set(present.map(nameOf));
    test.cluster.pods.script(({ name }) => !names.has(name), PodScript.neverReady());
    const [first, second] = present;
    assert.equal((await evict(test, first)).status, 201);
    const refused = await evict(test, second);
    assert.equal(refused.status, 429);
    assert.match(JSON.stringify(refused.body), /needs 2 healthy pods and has/);
  });

  it('an eviction passes the admission policies of its subresource, which see the Eviction', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 1 }));
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const metadata = { name: 'kept' };
    const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods/eviction'] };
    const expression =
      "request.kind.kind != 'Eviction' || object.metadata.namespace != 'default' || object.deleteOptions.gracePeriodSeconds != 7";
    const validations = [{ expression, message: 'stay' }];
    const spec = { matchConstraints: { resourceRules: [rule] }, validations };
    await test.apply({ apiVersion, kind: 'ValidatingAdmissionPolicy', metadata, spec });
    const bound = { policyName: 'kept', validationActions: ['Deny'] };
    await test.apply({ apiVersion, kind: 'ValidatingAdmissionPolicyBinding', metadata, spec: bound });
    const [pod] = await test.list('v1', 'Pod');
    const refused = await evict(test, pod, { deleteOptions: { gracePeriodSeconds: 7 } });
    assert.equal(refused.status, 422);
    assert.match(JSON.stringify(refused.body), /stay/);
    assert.deepEqual(await test.list('v1', 'Pod'), [pod]);
    assert.equal((await evict(test, pod, { deleteOptions: { gracePeriodSeconds: 8 } })).status, 201);
  });

  it('an eviction of a dry run, of another name or of another uid changes nothing', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 3 }));
    await test.apply(budget());
    const present = await test.list('v1', 'Pod');
    const [pod] = present;
    assert.equal((await evict(test, pod, { deleteOptions: { dryRun: ['All'] } })).status, 201);
    assert.equal((await evict(test, pod, { metadata: { name: 'other' } })).status, 400);
    assert.equal((await evict(test, pod, { deleteOptions: { preconditions: { uid: 'other' } } })).status, 409);
    assert.deepEqual(await test.list('v1', 'Pod'), present);
    const found = await test.get('policy/v1', 'PodDisruptionBudget', 'web');
    assert.equal(numberAt(found, 'status.disruptionsAllowed'), 1);
  });

  it('a PodDisruptionBudget guards unready pods while too few are ready, unless it always lets them go', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 2 }));
    const names = new Set((await test.list('v1', 'Pod')).map(nameOf));
    test.cluster.pods.script(({ name }) => !names.has(name), PodScript.neverReady());
    await test.apply(deployment({ replicas: 3 }));
    const unready = (await test.list('v1', 'Pod')).find((pod) => !names.has(nameOf(pod)));
    await test.apply(budget({ minAvailable: 3 }));
    assert.equal((await evict(test, unready)).status, 429);
    await test.apply(budget({ minAvailable: 3, unhealthyPodEvictionPolicy: 'AlwaysAllow' }));
    assert.equal((await evict(test, unready)).status, 201);
  });
});

describe('an autoscaler of the embedded cluster', () => {
  it('an autoscaler follows a metric that a test sets, and shrinks its Deployment after five minutes', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 2 }));
    await test.apply(autoscaler());
    const replicas = async () => numberAt(await test.get('apps/v1', 'Deployment', 'web'), 'spec.replicas');
    test.cluster.metrics.set('cpu', 120);
    await test.cluster.settled();
    assert.equal(await replicas(), 4);
    test.cluster.metrics.set('cpu', 15);
    await test.cluster.settled();
    assert.equal(await replicas(), 4);
    await test.advance(315);
    assert.equal(await replicas(), 1);
  });
});

describe('a pod with a log', () => {
  it('the log of a pod has the lines of the pod’s script', async () => {
    await using test = await WorkloadTest.start();
    await test.apply(deployment({ replicas: 1 }));
    const [pod] = await test.list('v1', 'Pod');
    assert.match(await log(test, pod), /nothing runs/);
    test.cluster.pods.script(() => true, PodScript.ready({ log: ['one', 'two'] }));
    assert.equal(await log(test, pod), 'one\ntwo\n');
  });
});

function daemonSet(image = 'web:1', spec: object = {}): KubernetesObject {
  const { metadata, spec: content } = podTemplate(image);
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'default' },
    spec: { selector: { matchLabels: labels }, template: { metadata, spec: { ...content, ...spec } } },
  };
}

function service(): KubernetesObject {
  const ports = [{ port: 80, targetPort: 8080 }];
  const metadata = { name: 'web', namespace: 'default' };
  return { apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: labels, ports } };
}

function budget(spec: object = {}): KubernetesObject {
  return {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web', namespace: 'default' },
    spec: { minAvailable: 2, selector: { matchLabels: labels }, ...spec },
  };
}

function autoscaler(): KubernetesObject {
  const target = { type: 'Utilization', averageUtilization: 60 };
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'web', namespace: 'default' },
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
    },
  };
}

async function nodesOfPods(test: WorkloadTest): Promise<string[]> {
  return (await test.list('v1', 'Pod')).map((pod) => textAt(pod, 'spec.nodeName')).toSorted();
}

async function sliceAddresses(test: WorkloadTest, isReady: boolean): Promise<unknown[]> {
  const slices = await test.list('discovery.k8s.io/v1', 'EndpointSlice');
  const endpoints = slices.flatMap((slice) => objectsAt(slice, 'endpoints'));
  return endpoints
    .filter(({ conditions }) => fieldsAt({ conditions: conditions ?? {} }, 'conditions').ready === isReady)
    .flatMap(({ addresses }) => addresses);
}

async function send(test: WorkloadTest, pod: JsonObject | undefined, subresource: string, body?: JsonObject) {
  const response = await new EmbeddedServer(test.cluster).send({
    method: body === undefined ? 'GET' : 'POST',
    path: `/api/v1/namespaces/default/pods/${nameOf(pod)}/${subresource}`,
    body: body && JSON.stringify(body),
    contentType: 'application/json',
    accept: '*/*',
  });
  await test.cluster.settled();
  return response;
}

async function evict(test: WorkloadTest, pod: JsonObject | undefined, fields: object = {}) {
  const metadata = { name: nameOf(pod), namespace: 'default' };
  return await send(test, pod, 'eviction', { apiVersion: 'policy/v1', kind: 'Eviction', metadata, ...fields });
}

async function log(test: WorkloadTest, pod: JsonObject | undefined): Promise<string> {
  return String((await send(test, pod, 'log')).body);
}
