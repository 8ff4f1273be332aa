// The operator of PostgreSQLClusters under faults: it never deletes an object with data, and it leaks none.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { labelsOf } from '../../../apps/postgresql-cluster/names.ts';
import { storeNames } from '../../../apps/postgresql-cluster/store.ts';
import { testOperator, type World } from '../../../lib/testing/index.ts';
import { backupDefinition } from '../sample-db/sampledb-world.ts';
import { clusters, postgreSQLCluster } from './clusters.ts';

const secrets = ['orders-credentials', 'orders-app', 'orders-monitoring'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'default', name },
  stringData: { password: 'secret' },
}));

/** Like the volumes, they outlive the cluster. */
const stateServices = storeNames('orders').map((name) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { namespace: 'default', name, labels: labelsOf('orders') },
  spec: { clusterIP: 'None', ports: [{ port: 8008 }] },
}));

/** Returns the uid of a volume claim. */
function claimUid(world: World): string | undefined {
  return world.get(k8s.KubePersistentVolumeClaim, 'data-orders-1')?.metadata.uid;
}

/** Fails if the operator has deleted a volume claim. */
async function keepsClaims(world: World): Promise<void> {
  assert.deepEqual(
    world.writes.filter((write) => write.startsWith('delete PersistentVolumeClaim')),
    [],
  );
}

it('the operator of PostgreSQLClusters has all properties under faults', async () => {
  const runCount = await testOperator(clusters, {
    from: [
      backupDefinition,
      ...secrets,
      ...stateServices,
      postgreSQLCluster({ instances: 2, backup: { enabled: true } }),
    ],
    changes: [
      (world) => world.change(PostgreSQLCluster, 'orders', { spec: { version: '15.21', storage: { size: '20Gi' } } }),
      (world) => world.change(PostgreSQLCluster, 'orders', { spec: { backup: { enabled: false } } }),
      // Without Patroni there is no primary, so each volume may have the only data.
      (world) => world.change(PostgreSQLCluster, 'orders', { spec: { rebuild: claimUid(world) } }),
      (world) => world.change(PostgreSQLCluster, 'orders', { spec: { fenced: [0], rebuild: null } }),
      keepsClaims,
    ],
    limit: 30,
    // Patroni doesn't run here, so no preferred primary takes over. Generated resources have no amounts.
    properties: { exempt: { 'every field has an effect': ['preferredPrimary', 'resources'] } },
  });
  assert.ok(runCount > 30, String(runCount));
});
