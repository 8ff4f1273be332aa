// The readiness of objects that the API server and its controllers write, from creation to the final state.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { isJsonObject, type StoredObject } from '../../lib/api/index.ts';
import { readiness } from '../../lib/render/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { until } from '../until.ts';

const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] } };
const workload = { selector: { matchLabels: labels }, template };
const job = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } };

/** Objects that controllers make ready: as they are created → their final readiness. */
const settled: readonly (readonly [object: Record<string, unknown>, end: string])[] = [
  [{ apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 2, ...workload } }, 'current'],
  [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', spec: { replicas: 1, ...workload } }, 'current'],
  [
    {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      spec: { replicas: 2, minReadySeconds: 1, serviceName: 'web', ...workload },
    },
    'current',
  ],
  [
    { apiVersion: 'apps/v1', kind: 'DaemonSet', spec: { updateStrategy: { type: 'OnDelete' }, ...workload } },
    'current',
  ],
  [{ apiVersion: 'batch/v1', kind: 'Job', spec: job }, 'current'],
  [{ apiVersion: 'batch/v1', kind: 'Job', spec: { ...job, suspend: true }, name: 'suspended' }, 'current'],
  [{ apiVersion: 'v1', kind: 'Pod', spec: template.spec }, 'current'],
  [{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', spec: { selector: { matchLabels: labels } } }, 'current'],
  [
    {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      spec: { hard: { 'requests.storage': '10240Mi', 'count/replicationcontrollers': '2' } },
    },
    'current',
  ],
  [{ apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80 }] } }, 'current'],
  [
    { apiVersion: 'v1', kind: 'Service', spec: { type: 'LoadBalancer', ports: [{ port: 80 }] }, name: 'balanced' },
    'in-progress',
  ],
  [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      spec: { accessModes: ['ReadWriteOnce'], storageClassName: 'none', resources: { requests: { storage: '1Gi' } } },
    },
    'in-progress',
  ],
  [
    {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      spec: {
        group: 'away.example.com',
        version: 'v1',
        groupPriorityMinimum: 1,
        versionPriority: 1,
        service: { namespace: 'default', name: 'away' },
      },
      name: 'v1.away.example.com',
    },
    'in-progress',
  ],
  [definition('boxes', 'Box'), 'current'],
  [definition('crates', 'Box', 'taken'), 'failed'],
];

function definition(plural: string, kind: string, title = plural): Record<string, unknown> {
  const schema = { openAPIV3Schema: { type: 'object' } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    name: `${plural}.ready.example.com`,
    title,
    spec: {
      group: 'ready.example.com',
      names: { plural, kind, singular: plural },
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}

describe('the readiness of objects on a real API server', { timeout: 5 * 60_000 }, () => {
  let controlPlane: ControlPlane;

  before(async () => {
    controlPlane = await ControlPlane.start({ nodes: 2 });
  });

  after(() => controlPlane?.stop());

  async function kubectl(args: readonly string[], input?: object): Promise<string> {
    const options = input && { input: JSON.stringify(input) };
    const { exitCode, stdout, stderr } = await controlPlane.kubectl(args, options);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  for (const [{ name = 'web', title, ...object }, end] of settled) {
    it(`readiness is ${end} in the final state of ${String(object.kind)} ${String(title ?? name)}`, async () => {
      const created = JSON.parse(
        await kubectl(['create', '-o', 'json', '-f', '-'], { ...object, metadata: { name } }),
      ) as StoredObject;
      const isWorkload = isJsonObject(object.spec) && ('template' in object.spec || object.kind === 'Pod');
      if (isWorkload) assert.equal(readiness(created).state, 'in-progress');
      const path = [String(object.kind), String(name)];
      await until(`${path.join(' ')} is ${end} and has a status`, async () => {
        const stored = JSON.parse(await kubectl(['get', ...path, '-o', 'json'])) as StoredObject;
        return readiness(stored).state === end && (stored.status !== undefined || object.kind === 'Pod');
      });
    });
  }

  it('readiness is in progress after a change of the spec until the change is rolled out', async () => {
    const path = ['deployment', 'web'];
    await kubectl(['set', 'image', ...path, 'web=example.com/web:2']);
    const states = new Set<string>();
    await until('the change is rolled out', async () => {
      const stored = JSON.parse(await kubectl(['get', ...path, '-o', 'json'])) as StoredObject;
      const { state } = readiness(stored);
      states.add(state);
      const isNew = isJsonObject(stored.status) && stored.status.observedGeneration === stored.metadata.generation;
      assert.ok(isNew || state === 'in-progress');
      return isNew && state === 'current';
    });
    assert.ok(!states.has('failed'));
  });
});
