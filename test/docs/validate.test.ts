import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Database } from '../../apps/database/api.ts';

it('the storage of a Database never shrinks', () => {
  const database = (storage: string) => ({ metadata: { name: 'orders' }, spec: { version: '14.5', storage } });
  assert.deepEqual(Database.validate(database('50Gi'), database('100Gi')), {
    findings: [{ path: 'spec.storage', message: 'spec.storage can only grow' }],
    unevaluated: [],
  });
});
