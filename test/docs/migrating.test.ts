import assert from 'node:assert/strict';
import { it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { scenario } from 'operand/testing';
import { Memcached } from '../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';

const apiVersion = 'cache.example.com/v1alpha1';
const deployments = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
} as const;
const labels = { app: 'memcached', memcached_cr: 'cache' };

it('an operator keeps the children of an earlier one, and changes only the fields that it renders', async () => {
  await using world = await scenario(MemcachedOperator);
  // The manager is cut off while another operator creates the resource's Deployment.
  world.outage(60_000);
  await world.apply({ apiVersion, kind: 'Memcached', metadata: { name: 'cache' }, spec: { size: 2 } });
  const { uid } = world.get(Memcached, 'cache')?.metadata ?? {};
  const created = await world.client.create(deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      namespace: 'default',
      name: 'cache',
      annotations: { 'example.com/owner': 'the earlier operator' },
      ownerReferences: [{ apiVersion, kind: 'Memcached', name: 'cache', uid: String(uid), controller: true }],
    },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'memcached', image: 'memcached:1.5' }] } },
    },
  });
  await world.settle();

  const deployment = world.get(k8s.KubeDeployment, 'cache');
  assert.equal(deployment?.metadata.uid, created.metadata.uid);
  assert.equal(deployment?.spec?.replicas, 2);
  assert.equal(deployment?.spec?.template.spec?.containers[0]?.image, 'memcached:1.6.39-alpine');
  assert.equal(deployment?.metadata.annotations?.['example.com/owner'], 'the earlier operator');
  assert.equal(world.conditions(Memcached, 'cache').Ready?.status, 'True');
});
