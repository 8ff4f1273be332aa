import assert from 'node:assert/strict';
import { it } from 'node:test';
import { convertObject } from 'operand';
import { Database } from '../../apps/database/api.ts';

it('a conversion keeps fields that the older version lacks', () => {
  const metadata = { name: 'orders' };
  const spec = { engine: 'mysql', version: '8.4', configFrom: { name: 'tuning' } };
  const stored = { apiVersion: 'example.com/v1', kind: 'Database', metadata, spec };

  const older = convertObject(Database.definition, stored, 'example.com/v1beta1');
  assert.deepEqual(older.spec, { dbType: 'mysql', version: '8.4' });
  assert.deepEqual(convertObject(Database.definition, older, 'example.com/v1'), stored);
});
