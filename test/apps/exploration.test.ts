// The operators of the apps under faults, at a part of all places: `docs/testing-an-operator.md` has the time for all.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Database } from '../../apps/database/api.ts';
import { DatabaseOperator } from '../../apps/database/operator.ts';
import { release } from '../../apps/database/release.ts';
import { Memcached } from '../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';
import { type OperatorSource, scenario, testOperator } from '../../lib/testing/index.ts';

const databases: OperatorSource = ({ app }) => new DatabaseOperator(app, 'database-operator', release);

const database = {
  apiVersion: 'example.com/v1',
  kind: 'Database',
  metadata: { name: 'db' },
  spec: { version: '14.5', replicas: 2 },
};

describe('the operator of Memcacheds', () => {
  it('the operator of Memcacheds has all properties under faults', async () => {
    const grown = { spec: { size: 3 } };
    const runCount = await testOperator(MemcachedOperator, {
      changes: [(world) => world.change(Memcached, 'memcached-small', grown)],
      limit: 80,
    });
    assert.ok(runCount > 80, String(runCount));
  });

  it('the operator of Memcacheds writes a child once, and two statuses while two pods come up one by one', async () => {
    const cache = {
      apiVersion: 'cache.example.com/v1alpha1',
      kind: 'Memcached',
      metadata: { name: 'a' },
      spec: { size: 2 },
    };
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    const status = 'patch Memcached/status default/a';
    assert.deepEqual(world.writes, ['apply Deployment default/a', status, status]);
  });
});

describe('the operator of Databases', () => {
  it('the operator of Databases has all properties under faults', async () => {
    const runCount = await testOperator(databases, { from: database, limit: 30 });
    assert.ok(runCount > 30, String(runCount));
  });

  it('the operator of Databases works with the rights of its roles, and its webhooks are called', async () => {
    await using world = await scenario(databases).apply(database).settle();
    assert.deepEqual(
      world.requests.filter(({ response }) => response !== 'ok').map(({ title, response }) => `${title}: ${response}`),
      [],
    );
    assert.equal(world.conditions(Database, 'db').Ready?.status, 'True');
    // The older version is converted by the operator's webhook.
    await world.apply({
      ...database,
      apiVersion: 'example.com/v1beta1',
      metadata: { name: 'old' },
      spec: { dbType: 'mysql', version: '8.4' },
    });
    await world.settle();
    assert.equal(world.get(Database, 'old')?.spec.engine, 'mysql');
  });
});
