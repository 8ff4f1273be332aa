import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Memcached } from '../../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../../apps/memcached/operator.ts';
import { scenario, type World } from '../../../lib/testing/index.ts';

const cache = {
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  metadata: { name: 'cache' },
  spec: { size: 2 },
};

const replicas = (world: World) => world.get(k8s.KubeDeployment, 'cache')?.spec?.replicas;

describe('an outage of the API server in a scenario', () => {
  it('an outage of the API server keeps managers from all changes until it ends', async () => {
    await using world = await scenario(MemcachedOperator)
      .apply(cache)
      .settle()
      .outage(300_000)
      .change(Memcached, 'cache', { spec: { size: 3 } })
      .advance(299_000);
    assert.equal(replicas(world), 2);
    await world.settle();
    assert.equal(replicas(world), 3);
  });

  it('an outage of the API server ends before a scenario is settled, however long it lasts', async () => {
    await using world = await scenario(MemcachedOperator).outage(600_000).apply(cache).settle();
    assert.equal(world.conditions(Memcached, 'cache').Ready?.status, 'True');
  });

  it('an outage of the API server causes no write if nothing has changed meanwhile', async () => {
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    const before = world.writes.length;
    world.outage(120_000);
    await world.settle();
    assert.equal(world.writes.length, before);
  });

  it('a manager that starts during an outage ends, and another one starts after the outage', async () => {
    await using world = await scenario(MemcachedOperator)
      .apply(cache)
      .settle()
      .outage(60_000)
      .restart()
      .advance(59_000);
    await world.change(Memcached, 'cache', { spec: { size: 1 } });
    assert.equal(replicas(world), 2);
    await world.settle();
    assert.equal(replicas(world), 1);
    assert.equal(world.managers.length, 1);
  });

  it('an outage of the API server leaves one leader of several managers', async () => {
    await using world = await scenario(MemcachedOperator, { managers: 2 })
      .apply(cache)
      .settle()
      .outage(120_000)
      .change(Memcached, 'cache', { spec: { size: 3 } })
      .settle();
    assert.equal(replicas(world), 3);
    assert.equal(world.writes.filter((title) => title.startsWith('apply Deployment')).length, 2);
  });
});
