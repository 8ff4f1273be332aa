// The operator of SampleDBs under faults, with a password that exists and with one that it generates.

import assert from 'node:assert/strict';
import { it, mock } from 'node:test';
import { SampleDB } from '../../../apps/sample-db/api.ts';
import { explore, testOperator } from '../../../lib/testing/index.ts';
import { backupDefinition, sampleDB, sampleDBs } from './sampledb-world.ts';

const credentials = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'default', name: 'orders-credentials' },
  stringData: { username: 'root', password: 'secret' },
};

it('the operator of SampleDBs has all properties under faults, for a Secret that exists', async () => {
  const runCount = await testOperator(sampleDBs, {
    from: [backupDefinition, credentials, sampleDB({ replicas: 2, backupSchedule: '@daily' })],
    changes: [
      (world) => world.change(SampleDB, 'orders', { spec: { version: '11.8.3', backupSchedule: '@hourly' } }),
      (world) => world.change(SampleDB, 'orders', { spec: { backupSchedule: null } }),
    ],
    limit: 40,
  });
  assert.ok(runCount > 40, String(runCount));
});

it('the operator of SampleDBs generates a password once under faults, which outlives the SampleDB', async () => {
  // Runs are compared: a random password would differ.
  const { mock: uuid } = mock.method(crypto, 'randomUUID', () => '00000000-0000-4000-8000-000000000000');
  const { runCount } = await explore(sampleDBs, {
    from: sampleDB({ replicas: 2 }),
    limit: 40,
    without: ['nothing leaked'],
  });
  uuid.restore();
  assert.ok(runCount > 40, String(runCount));
});
