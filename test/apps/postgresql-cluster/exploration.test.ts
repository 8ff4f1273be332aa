// The operator of PostgreSQLClusters under faults: it never deletes an object with data, and it leaks none.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { testOperator } from '../../../lib/testing/index.ts';
import { backupDefinition } from '../sample-db/sampledb-world.ts';
import { clusters, postgreSQLCluster } from './clusters.ts';

const secrets = ['orders-credentials', 'orders-app'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'default', name },
  stringData: { password: 'secret' },
}));

it('the operator of PostgreSQLClusters has all properties under faults', async () => {
  const runCount = await testOperator(clusters, {
    from: [backupDefinition, ...secrets, postgreSQLCluster({ instances: 2, backup: { enabled: true } })],
    changes: [
      (world) => world.change(PostgreSQLCluster, 'orders', { spec: { version: '15.21', storage: { size: '20Gi' } } }),
      (world) => world.change(PostgreSQLCluster, 'orders', { spec: { backup: { enabled: false } } }),
    ],
    limit: 30,
    // Patroni doesn't run here, so no preferred primary takes over. Generated resources have no amounts.
    properties: { exempt: { 'every field has an effect': ['preferredPrimary', 'resources'] } },
  });
  assert.ok(runCount > 30, String(runCount));
});
