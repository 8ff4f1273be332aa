// The operator of backups under faults and with generated specs. Each resource starts one run, so that all courses of events end alike.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testOperator } from '../../../lib/testing/index.ts';
import { backup, backups, exampleDatabase, restore } from './backed-up-world.ts';

const history = [
  'Job',
  ...['lastBackupTime', 'lastScheduleTime', 'lastRun', 'consecutiveFailures', 'conditions.BackedUp'].map(
    (field) => `DatabaseBackup.status.${field}`,
  ),
];

describe('the operator of DatabaseBackups', () => {
  it('the operator of DatabaseBackups has all properties under faults during a backup', async () => {
    const runCount = await testOperator(backups, {
      // Resources are applied a minute after the midnight of a first of January. The next run is due in a year.
      from: [...exampleDatabase, backup({ schedule: '30 1 0 1 1 *' })],
      limit: 30,
      // The volume with the archives outlives the resource.
      without: ['nothing leaked'],
      properties: {
        history,
        // Only runs that an outage delays have a deadline.
        exempt: { 'every field has an effect': ['startingDeadlineSeconds'] },
      },
    });
    assert.ok(runCount > 30, String(runCount));
  });

  it('the operator of DatabaseBackups has all properties under faults during a restore', async () => {
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { namespace: 'default', name: 'archives' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const stored = backup({ schedule: '@yearly', storage: { claim: { name: 'archives' } } });
    const runCount = await testOperator(backups, { from: [...exampleDatabase, claim, stored, restore()], limit: 20 });
    assert.ok(runCount > 20, String(runCount));
  });
});
