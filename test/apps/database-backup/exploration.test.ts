// The operator of backups under faults, while nothing is due: each run of a schedule has another time.

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explore } from '../../../lib/testing/index.ts';
import { backup, backups, exampleDatabase } from './backed-up-world.ts';

it('the operator of DatabaseBackups has all properties under faults', async () => {
  const from = [...exampleDatabase, backup({ schedule: '@hourly' })];
  const { runCount } = await explore(backups, { from, limit: 20 });
  assert.ok(runCount > 5, String(runCount));
});
