import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { scenario, testOperator } from 'operand/testing';
import { Memcached } from '../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';

const cache = {
  apiVersion: 'cache.example.com/v1alpha1',
  kind: 'Memcached',
  metadata: { name: 'cache' },
  spec: { size: 2 },
};

describe('the operator of Memcacheds', () => {
  it('the operator grows a cache, and writes nothing when it starts again', async () => {
    await using world = await scenario(MemcachedOperator).apply(cache).settle();
    assert.equal(world.conditions(Memcached, 'cache').Ready?.status, 'True');

    await world.change(Memcached, 'cache', { spec: { size: 3 } });
    await world.settle();
    assert.equal(world.get(k8s.KubeDeployment, 'cache')?.status?.readyReplicas, 3);

    const before = world.writes.length;
    world.restart();
    await world.settle();
    assert.equal(world.writes.length, before);
  });

  it('the operator survives faults', async () => {
    await testOperator(MemcachedOperator, { limit: 40 });
  });
});
