// Compares the requests of the operator of backups with the rights of its role, by the audit log: installed from its
// manifests on the embedded cluster, and from its bundle on a real API server.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ControlPlane } from '../../../lib/testing/index.ts';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { InstalledOperator } from '../installed-operator.ts';
import { backup, exampleDatabase } from './backed-up-world.ts';

const program = fileURLToPath(new URL('../../../apps/database-backup/main.ts', import.meta.url));

for (const from of ['manifests', 'bundle'] as const) {
  it(`the backup operator has exactly the rights that schedules, runs and restores take, by its ${from}`, async () => {
    const controlPlane = await (from === 'bundle' ? ControlPlane : EmbeddedControlPlane).start();
    try {
      const app = { program, name: 'database-backup-operator', from };
      await using installed = await InstalledOperator.of(controlPlane, app);
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
      // Every operator has these for its election, for events that repeat and for its metrics; no request needs them here.
      const common = /patch events|deployments\.apps|tokenreviews|subjectaccessreviews/;
      assert.deepEqual(
        (await installed.unusedRights()).filter((right) => !common.test(right)),
        [],
      );
    } finally {
      await controlPlane.stop();
    }
  });
}
