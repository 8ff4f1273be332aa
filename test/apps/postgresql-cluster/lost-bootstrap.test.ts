// A PostgreSQLCluster whose first server is lost while it makes the data, on the embedded cluster, with the reports of Patroni.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { backupLabelsOf } from '../../../apps/postgresql-cluster/names.ts';
import { scenario, type World } from '../../../lib/testing/index.ts';
import { clusters, clusterWorld, postgreSQLCluster } from './clusters.ts';

const labels = { 'postgres.example.com/cluster': 'orders' };

/** Writes annotations of Patroni's state. */
async function store(world: World, annotations: Readonly<Record<string, string>>): Promise<void> {
  const name = 'orders-config';
  if (world.get(k8s.KubeEndpoints, name) === undefined)
    await world.apply({ apiVersion: 'v1', kind: 'Endpoints', metadata: { name, labels } });
  await world.change(k8s.KubeEndpoints, name, { metadata: { annotations } });
}

/** Reports the state of a server without data. */
async function report(world: World, name: string, state = 'stopped'): Promise<void> {
  const status = JSON.stringify({ role: 'uninitialized', state });
  await world.change(k8s.KubePod, name, { metadata: { annotations: { status } } });
}

/** Takes the lock of the bootstrap for a server that is lost: its successor and the others report that they have no data. */
async function loseFirstServer(world: World): Promise<void> {
  await store(world, { initialize: '' });
  await world.delete(k8s.KubePod, 'orders-0');
  await world.advance(1_000);
  for (const { metadata } of world.list(k8s.KubePod)) await report(world, metadata.name);
  await world.advance(1_000);
}

const pods = (world: World) => world.list(k8s.KubePod).map(({ metadata }) => metadata.uid);
const state = (world: World) => world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations ?? {};
const losses = (world: World) => world.events.filter(({ reason }) => reason === 'BootstrapLost').length;
const claim = (ordinal: number) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: `data-orders-${ordinal}`, labels },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } } },
});

/** Asserts that the operator leaves the servers and the lock alone for an hour. */
async function assertWaits(world: World): Promise<void> {
  const before = pods(world);
  for (let minute = 0; minute < 60; minute += 10) await world.advance(600_000);
  assert.deepEqual(pods(world), before);
  assert.equal(state(world).initialize, '');
}

describe('the lost first server of a PostgreSQLCluster', () => {
  it('servers begin again when the one that made the first data is lost, and keep their volumes', async () => {
    await using world = await clusterWorld();
    const volumes = world.list(k8s.KubePersistentVolumeClaim);
    await loseFirstServer(world);
    const before = pods(world);
    await world.advance(50_000);
    assert.deepEqual([pods(world), state(world).initialize], [before, '']);
    await world.advance(10_000);
    assert.equal(pods(world).length, 3);
    assert.ok(pods(world).every((uid) => !before.includes(uid)));
    assert.deepEqual(state(world), {});
    assert.deepEqual(
      world.list(k8s.KubePersistentVolumeClaim).map(({ metadata }) => metadata.uid),
      volumes.map(({ metadata }) => metadata.uid),
    );
    assert.equal(losses(world), 1);
  });

  it('servers wait until each container has run for a minute, also one whose image came late', async () => {
    await using world = await clusterWorld();
    await loseFirstServer(world);
    const successor = world.get(k8s.KubePod, 'orders-0')?.metadata.creationTimestamp ?? '';
    const startedAt = new Date(Date.parse(successor) + 30_000).toISOString();
    const { containerStatuses = [] } = world.get(k8s.KubePod, 'orders-1')?.status ?? {};
    await world.changeStatus(k8s.KubePod, 'orders-1', {
      containerStatuses: containerStatuses.map((container) => ({ ...container, state: { running: { startedAt } } })),
    });
    const before = pods(world);
    await world.advance(80_000);
    assert.deepEqual(pods(world), before);
    await world.advance(10_000);
    assert.ok(pods(world).every((uid) => !before.includes(uid)));
  });

  it('the pod of a backup doesn’t delay servers that begin again', async () => {
    await using world = await clusterWorld();
    const metadata = { name: 'backup', labels: backupLabelsOf('orders') };
    const containers = [{ name: 'backup', image: 'postgresql:15' }];
    await world.apply({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { containers } });
    await loseFirstServer(world);
    await world.advance(60_000);
    assert.equal(losses(world), 1);
  });

  it('servers begin again once when the operator restarts meanwhile', async () => {
    await using world = await clusterWorld();
    await loseFirstServer(world);
    for (let second = 0; second < 70; second += 10) {
      world.restart();
      await world.advance(10_000);
    }
    assert.deepEqual([pods(world).length, state(world)], [3, {}]);
    assert.equal(losses(world), 1);
  });

  it('the identity of data stays that a server has written before it stopped', async () => {
    await using world = await clusterWorld();
    await store(world, { initialize: '7312', 'postgres.example.com/bootstrap-lost': '2026-11-30T00:00:00Z' });
    const before = pods(world);
    await world.settle();
    assert.deepEqual([pods(world).length, state(world)], [3, { initialize: '7312' }]);
    assert.ok(pods(world).every((uid) => !before.includes(uid)));
  });

  it('servers wait while one makes data, has not reported, or is fenced', async () => {
    await using making = await clusterWorld();
    await loseFirstServer(making);
    await report(making, 'orders-0', 'running custom bootstrap script');
    await assertWaits(making);
    await using silent = await clusterWorld();
    await loseFirstServer(silent);
    await silent.change(k8s.KubePod, 'orders-2', { metadata: { annotations: { status: null } } });
    await assertWaits(silent);
    await using fenced = await clusterWorld({ fenced: [1] });
    await loseFirstServer(fenced);
    await assertWaits(fenced);
  });

  it('a rollout replaces a server that makes the first data only when its container has ended', async () => {
    await using world = await clusterWorld();
    await store(world, { initialize: '' });
    await report(world, 'orders-0', 'running custom bootstrap script');
    const uid = () => world.get(k8s.KubePod, 'orders-0')?.metadata.uid;
    const before = uid();
    await world.change(PostgreSQLCluster, 'orders', { spec: { resources: { limits: { memory: '2Gi' } } } });
    await world.settle();
    assert.equal(uid(), before);
    const waiting = { reason: 'CrashLoopBackOff' };
    const { containerStatuses = [] } = world.get(k8s.KubePod, 'orders-0')?.status ?? {};
    await world.changeStatus(k8s.KubePod, 'orders-0', {
      containerStatuses: containerStatuses.map((container) => ({ ...container, state: { waiting } })),
    });
    await world.settle();
    assert.notEqual(uid(), before);
  });

  it('servers wait while a volume may have data: an earlier cluster’s, or one without a server', async () => {
    await using earlier = await scenario(clusters);
    await earlier.apply(claim(1));
    await earlier.advance(10_000);
    await earlier.apply(postgreSQLCluster());
    await earlier.settle();
    await loseFirstServer(earlier);
    await assertWaits(earlier);
    await using further = await clusterWorld();
    await further.apply(claim(4));
    await loseFirstServer(further);
    await assertWaits(further);
  });

  it('servers wait when there was a primary, or the lock is not empty', async () => {
    await using configured = await clusterWorld();
    await store(configured, { config: '{}' });
    await loseFirstServer(configured);
    await assertWaits(configured);
    await using initialized = await clusterWorld();
    await loseFirstServer(initialized);
    await store(initialized, { initialize: '7312' });
    const before = pods(initialized);
    await initialized.advance(600_000);
    assert.deepEqual([pods(initialized), state(initialized).initialize], [before, '7312']);
    assert.equal(initialized.conditions(PostgreSQLCluster, 'orders').PrimaryAvailable?.reason, 'NoPrimary');
  });
});
