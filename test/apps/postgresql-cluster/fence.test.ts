// Fenced servers and rebuilt replicas of a PostgreSQLCluster on the embedded cluster, where Patroni is simulated.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import type { World } from '../../../lib/testing/index.ts';
import { runningCluster } from './clusters.ts';

const change = async (world: World, spec: object) => await world.change(PostgreSQLCluster, 'orders', { spec });
const condition = (world: World, type: string) => {
  const { status, reason, message } = world.conditions(PostgreSQLCluster, 'orders')[type] ?? {};
  return `${status} ${reason}: ${message}`;
};
const claimUid = (world: World, ordinal: number) =>
  world.get(k8s.KubePersistentVolumeClaim, `data-orders-${ordinal}`)?.metadata.uid;
const podUid = (world: World, ordinal: number) => world.get(k8s.KubePod, `orders-${ordinal}`)?.metadata.uid;
/** Returns the requests that deleted pods and volume claims. */
const deletions = (world: World) =>
  world.writes.flatMap((write) => /^delete (Pod|PersistentVolumeClaim)\b.*?((data-)?orders-\d)/.exec(write)?.[2] ?? []);

describe('a fenced server of a PostgreSQLCluster', () => {
  it('a fenced server is stopped in its pod, which stays until the fence is lifted, also in a rollout', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    const before = podUid(world, 2);
    await change(world, { fenced: [2] });
    await world.settle();
    assert.match(condition(world, 'Fenced'), /^False ServersStop: orders-2 stops/);
    await patroni.settle();
    assert.match(condition(world, 'Fenced'), /^True ServersStopped/);
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.members?.[2]?.state, 'fenced');
    await change(world, { version: '15.21' });
    await patroni.settle();
    assert.match(condition(world, 'RolledOut'), /^Unknown Held: .*orders-2 is fenced$/);
    assert.deepEqual([deletions(world), podUid(world, 2)], [[], before]);
    await change(world, { fenced: [] });
    await patroni.settle();
    assert.match(condition(world, 'RolledOut'), /^True/);
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').Fenced, undefined);
  });

  it('a fenced primary hands over, and does not take over again while it is fenced', async () => {
    const { world, patroni } = await runningCluster({ preferredPrimary: 0 });
    await using _world = world;
    await change(world, { fenced: [0] });
    await patroni.settle();
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.primary, 'orders-1');
    assert.deepEqual(deletions(world), []);
    await change(world, { fenced: [] });
    await patroni.settle();
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.primary, 'orders-0');
  });

  it('a cluster has no primary if all servers are fenced', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await change(world, { fenced: [0, 1, 2] });
    await patroni.settle();
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.phase, 'Pending');
    assert.deepEqual([deletions(world), world.list(k8s.KubePod).length], [[], 3]);
  });
});

describe('the rebuild of a replica of a PostgreSQLCluster', () => {
  it('a rebuild deletes a replica’s volume once, and its pod, after its server is stopped', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    const before = [0, 1, 2].map((ordinal) => claimUid(world, ordinal));
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.members?.[2]?.volume, before[2]);
    await change(world, { rebuild: before[2] });
    await world.settle();
    assert.deepEqual(deletions(world), []);
    await patroni.settle();
    // The StatefulSet may create the pod again before the volume is gone.
    const deleted = deletions(world);
    assert.deepEqual([deleted[0], ...new Set(deleted.slice(1))], ['data-orders-2', 'orders-2']);
    assert.match(condition(world, 'Rebuilt'), /^True VolumeDiscarded/);
    world.restart();
    await patroni.settle();
    assert.deepEqual(deletions(world), deleted);
    const after = [0, 1, 2].map((ordinal) => claimUid(world, ordinal));
    assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
    assert.notEqual(after[2], before[2]);
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.readyInstances, 3);
  });

  it('a rebuild is refused for the primary, while no primary is known, and for a fenced server', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await change(world, { rebuild: claimUid(world, 0) });
    await patroni.settle();
    assert.match(condition(world, 'Rebuilt'), /^False Refused: orders-0 is the primary/);
    await change(world, { rebuild: claimUid(world, 1), fenced: [1] });
    await patroni.settle();
    assert.match(condition(world, 'Rebuilt'), /^False Refused: orders-1 is fenced/);
    await world.change(k8s.KubePod, 'orders-0', { metadata: { labels: { 'postgres.example.com/role': null } } });
    await change(world, { fenced: [] });
    await world.settle();
    assert.match(condition(world, 'Rebuilt'), /^False Refused: no primary is known/);
    assert.deepEqual(deletions(world), []);
  });

  it('a rebuild deletes no volume of another cluster', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    const { uid } = world.get(k8s.KubePersistentVolumeClaim, 'data-orders-1')?.metadata ?? {};
    await world.apply({
      apiVersion: 'postgres.example.com/v1',
      kind: 'PostgreSQLCluster',
      metadata: { namespace: 'default', name: 'others' },
      spec: { version: '15.20', rebuild: uid },
    });
    await patroni.settle();
    assert.deepEqual(deletions(world), []);
  });
});
