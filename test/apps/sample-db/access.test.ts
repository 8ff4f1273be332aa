// The operators of SampleDBs and of backups side by side, and the requests of the first with the rights of its role, by
// the audit log.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EmbeddedControlPlane } from '../../embedded-control-plane.ts';
import { until } from '../../until.ts';
import { InstalledOperator } from '../installed-operator.ts';
import { sampleDB } from './sampledb-world.ts';

const program = (app: string) => fileURLToPath(new URL(`../../../apps/${app}/main.ts`, import.meta.url));

it('the backup operator backs up a SampleDB, whose own operator has exactly the rights that it takes', async () => {
  const controlPlane = await EmbeddedControlPlane.start();
  try {
    const backups = { program: program('database-backup'), name: 'database-backup-operator' };
    await using backupOperator = await InstalledOperator.of(controlPlane, backups);
    const sampleDBs = { program: program('sample-db'), name: 'sample-db-operator' };
    await using installed = await InstalledOperator.of(controlPlane, sampleDBs);
    const operators = [await backupOperator.run(), await installed.run(['--leader-elect'])];
    for (const operator of operators) await operator.ready();

    // A repeated message increases the count of its first Event, if that is stored by then.
    for (const version of ['11.4.2', '11.8.3']) {
      await installed.apply(sampleDB({ version, backupSchedule: '* * * * * *' }));
      await until('a backup starts', async () => (await installed.list('jobs', 'default')).length > 0);
      const [job] = await installed.list('jobs', 'default');
      const text = JSON.stringify(job?.spec);
      assert.match(text, /orders-0\.orders\.default\.svc/);
      assert.match(text, /"secretKeyRef":\{"key":"password","name":"orders-credentials"\}/);
      await installed.apply(sampleDB({ version }));
      await until('the backups are gone', async () => (await installed.list('jobs', 'default')).length === 0);
      await until('an Event reports that', async () =>
        (await installed.list('events', 'default')).some(({ message }) =>
          String(message).startsWith('deleted DatabaseBackup default/orders'),
        ),
      );
    }
    for (const operator of operators) await operator.stop();
    assert.deepEqual(await installed.missingRights(), []);
    // The other roles are those of every operator.
    const unused = (await installed.unusedRights()).filter((right) => right.includes('-manager-role'));
    assert.deepEqual(unused, []);
  } finally {
    await controlPlane.stop();
  }
});
