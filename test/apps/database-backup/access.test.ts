// Compares the requests of the operator of backups with the rights of its role, by the audit log.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { InstalledOperator } from '../installed-operator.ts';
import { backup, exampleDatabase } from './backed-up-world.ts';

const program = fileURLToPath(new URL('../../../apps/database-backup/main.ts', import.meta.url));

it('the role of the operator of backups grants exactly the rights that schedules, runs and restores take', async () => {
  const controlPlane = await EmbeddedControlPlane.start();
  try {
    await using installed = await InstalledOperator.of(controlPlane, { program, name: 'database-backup-operator' });
    const operator = await installed.run(['--leader-elect']);
    await operator.ready();
    for (const object of exampleDatabase) await installed.apply(object);
    await installed.apply(backup({ schedule: '* * * * * *' }));
    await until('old Jobs are deleted', async () =>
      (await controlPlane.auditEvents()).some(
        ({ user, verb, objectRef }) =>
          user.username === installed.user && verb === 'delete' && objectRef?.resource === 'jobs',
      ),
    );
    await installed.apply({
      apiVersion: 'databases.test.io/v1',
      kind: 'DatabaseRestore',
      metadata: { namespace: 'default', name: 'restored' },
      spec: { backupName: 'nightly', databaseName: 'example-db' },
    });
    await until('the restore ends', async () =>
      JSON.stringify(await installed.get('databaserestore', 'restored')).includes('completionTime'),
    );
    await operator.stop();
    assert.deepEqual(await installed.missingRights(), []);
    // The other roles are those of every operator.
    const unused = (await installed.unusedRights()).filter((right) => right.includes('-manager-role'));
    assert.deepEqual(unused, []);
  } finally {
    await controlPlane.stop();
  }
});
