// Real API servers create a child that is absent, and leave an object of its name as it is, kind by kind. On the embedded
// cluster, neither a race nor a label selector makes an object the operator's that it can't see.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import {
  formatGroupVersionKind,
  type Kind,
  type KubernetesObject,
  type StoredObject,
} from '../../../../lib/api/index.ts';
import type { Client } from '../../../../lib/client/index.ts';
import { leaderClient } from '../../../../lib/runtime/leader-election/index.ts';
import { createChild } from '../../../../lib/runtime/reconcile/applying/create-child.ts';
import { controllerScope } from '../../../../lib/runtime/reconcile/controller-scope.ts';
import { ControlPlane } from '../../../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../../../embedded-control-plane.ts';
import { kubectl } from '../../../kubectl.ts';
import { untilEstablished } from '../../../until-established.ts';
import { awaitedEnd, awaitedObject } from '../../awaited-object.ts';
import { ObservedCluster } from '../../observed-cluster.ts';
import {
  Boxes,
  conditionOf,
  configMap,
  configMapKind,
  keyOf,
  operatorName,
  shelf,
  shelfController,
  shelfKind,
  shelfOperator,
} from '../../shelf.ts';
import { workOnShelves } from '../../shelf-worker.ts';
import { adminClient, kindOf } from '../applied-object.ts';
import { shelfRun, stepPorts } from '../shelf-run.ts';

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'main' }] } };
const workload = { spec: { selector: { matchLabels: { a: 'b' } }, template } };
const job = { spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } } };
const rbac = 'rbac.authorization.k8s.io';

/** Kinds whose API servers store them in ways of their own, and plain ones. */
const children: readonly (readonly [group: string, version: string, kind: string, body: object])[] = [
  ['', 'v1', 'ConfigMap', { data: { a: 'b' } }],
  ['', 'v1', 'Secret', { data: { a: 'Yg==' } }],
  ['', 'v1', 'Service', { spec: { ports: [{ port: 80 }] } }],
  ['', 'v1', 'ServiceAccount', {}],
  ['', 'v1', 'Pod', { spec: template.spec }],
  [
    '',
    'v1',
    'PersistentVolumeClaim',
    { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
  ],
  ['apps', 'v1', 'Deployment', workload],
  ['apps', 'v1', 'StatefulSet', workload],
  ['apps', 'v1', 'DaemonSet', workload],
  ['batch', 'v1', 'Job', job],
  ['batch', 'v1', 'CronJob', { spec: { schedule: '* * * * *', jobTemplate: job } }],
  [rbac, 'v1', 'Role', { rules: [] }],
  [rbac, 'v1', 'RoleBinding', { roleRef: { apiGroup: rbac, kind: 'Role', name: 'a' } }],
  ['networking.k8s.io', 'v1', 'NetworkPolicy', { spec: { podSelector: {} } }],
  ['policy', 'v1', 'PodDisruptionBudget', { spec: { maxUnavailable: 1 } }],
  [
    'autoscaling',
    'v2',
    'HorizontalPodAutoscaler',
    { spec: { maxReplicas: 1, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'a' } } },
  ],
];

for (const release of ['current', 'oldest'] as const) {
  describe(`a child that seems to be absent (${release} API server)`, { timeout: 10 * 60_000 }, () => {
    let controlPlane: ControlPlane;
    let client: Client;

    before(async () => {
      controlPlane = await ControlPlane.start({ components: [], apiServer: { release } });
      client = await adminClient(controlPlane);
      await kubectl(controlPlane, ['apply', '-f', '-'], {
        apiVersion: 'v1',
        kind: 'List',
        items: [
          ...shelfOperator()
            .toJson()
            .filter(({ kind }) => kind === 'CustomResourceDefinition'),
          { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } },
        ],
      });
      await untilEstablished(controlPlane);
    });

    after(async () => {
      await client?.close();
      await controlPlane?.stop();
    });

    const create = async (kind: Kind, object: KubernetesObject) => {
      const ports = stepPorts(await ObservedCluster.start(), { writerFor: () => client });
      const run = shelfRun(controllerScope(shelfController(), ports));
      const child = { kind, key: keyOf(object.metadata.name), object };
      return { answer: await createChild(child, run), found: run.live.get(child) };
    };

    const kinds = children.map(([group, version, kind, body]) => ({ kind: kindOf(group, version, kind), body }));
    for (const { kind, body } of [...kinds, { kind: shelfKind, body: { spec: {} } }]) {
      const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
      const named = (name: string) => ({
        apiVersion,
        kind: kind.kind,
        ...body,
        metadata: { name, namespace: 'default' },
      });

      it(`creates an absent child, and leaves an existing object alone: ${formatGroupVersionKind(kind)}`, async () => {
        const { answer } = await create(kind, named('absent'));
        assert.equal(answer?.metadata.name, 'absent');
        assert.ok(Number(answer.metadata.resourceVersion) > 1);
        const theirs = await client.create(kind, named('theirs'), { fieldManager: 'person' });
        const object = named('theirs');
        const metadata = { ...object.metadata, annotations: { 'example.com/of': 'the operator' } };
        const { answer: none, found } = await create(kind, { ...object, metadata });
        assert.equal(none, undefined);
        assert.equal(found?.metadata.uid, theirs.metadata.uid);
        const now = await client.get(kind, keyOf('theirs'));
        assert.equal(now.metadata.annotations?.['example.com/of'], undefined);
        assert.ok(!now.metadata.managedFields?.some(({ manager }) => manager === operatorName));
        assert.equal(now.metadata.ownerReferences, undefined);
      });
    }
  });
}

describe('an object of a child’s name that the operator can’t see', {
  timeout: 10 * 60_000,
}, () => {
  let controlPlane: EmbeddedControlPlane;
  let client: Client;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start();
    client = await adminClient(controlPlane);
    await kubectl(controlPlane, ['apply', '-f', '-'], {
      apiVersion: 'v1',
      kind: 'List',
      items: shelfOperator()
        .toJson()
        .filter(({ kind }) => kind === 'CustomResourceDefinition'),
    });
    await untilEstablished(controlPlane);
  });

  after(async () => {
    await client?.close();
    await controlPlane?.stop();
  });

  const theirs = (name: string) => ({ ...configMap(name, ''), data: { theirs: '1' } });

  /** Has a shelf with a box of that name reported and deleted, and gives the object as it is before and after. */
  async function survived(name: string, operator: Client, before: () => Promise<StoredObject>): Promise<void> {
    const stop = new AbortController();
    const ended = workOnShelves(
      {
        owns: [{ kind: k8s.KubeConfigMap, labelSelector: { matchLabels: { of: 'shelf' } } }],
        render: (scope, { spec }) => {
          const children = new Boxes(scope, 'Boxes', spec.boxes);
          for (const box of children.boxes) box.metadata.addLabel('of', 'shelf');
          return children;
        },
      },
      operator,
      stop.signal,
    );
    try {
      await client.apply(shelfKind, shelf(`of-${name}`, { [name]: '1' }), { fieldManager: 'user', force: true });
      const reported = await awaitedObject(client, shelfKind, keyOf(`of-${name}`), (object) =>
        (conditionOf(object, 'Degraded') ?? '').startsWith('True ChildConflict'),
      );
      assert.match(conditionOf(reported, 'Ready') ?? '', /^False ChildConflict/);
      const object = await before();
      assert.deepEqual(await client.get(configMapKind, keyOf(name)), object);
      await client.delete(shelfKind, keyOf(`of-${name}`), { propagationPolicy: 'Foreground' });
      await awaitedEnd(client, shelfKind, keyOf(`of-${name}`));
      assert.deepEqual(await client.get(configMapKind, keyOf(name)), object);
    } finally {
      stop.abort();
      await ended;
    }
  }

  it('an object outside the label selector of `owns` stays as it is, also when the resource is deleted', async () => {
    const object = await client.create(configMapKind, theirs('hidden'), { fieldManager: 'person' });
    await survived('hidden', client, async () => object);
  });

  it('an object that another actor creates during the apply of a child of its name stays as it is', async () => {
    let created: Promise<StoredObject> | undefined;
    const apply: Client['apply'] = async (kind, object, options) => {
      if (kind.kind === 'ConfigMap') {
        created ??= client.create(configMapKind, theirs('raced'), { fieldManager: 'person' });
        await created;
      }
      return await client.apply(kind, object, options);
    };
    const racing = { ...leaderClient(client, { isLeader: () => true }), apply };
    await survived('raced', racing, async () => (await created) ?? assert.fail('nothing was applied'));
  });
});
