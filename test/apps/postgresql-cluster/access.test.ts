// The requests of the operator of PostgreSQLClusters with the rights of its role, by the audit log.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { InstalledOperator } from '../installed-operator.ts';
import { postgreSQLCluster } from './clusters.ts';

const program = fileURLToPath(new URL('../../../apps/postgresql-cluster/main.ts', import.meta.url));

it('the role of the operator of PostgreSQLClusters grants the rights that it takes', async () => {
  const controlPlane = await EmbeddedControlPlane.start();
  try {
    await using installed = await InstalledOperator.of(controlPlane, { program, name: 'postgresql-cluster-operator' });
    const operator = await installed.run(['--leader-elect']);
    await operator.ready();
    await installed.apply(postgreSQLCluster());
    await until('the servers run', async () => (await installed.list('pods', 'default')).length === 3);
    await installed.apply(postgreSQLCluster({ version: '15.21' }));
    await operator.stop();
    assert.deepEqual(await installed.missingRights(), []);
  } finally {
    await controlPlane.stop();
  }
});
