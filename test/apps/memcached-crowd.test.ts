// Managers of many resources that are killed in the middle of their work, on the embedded cluster.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Memcached } from '../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';
import { FaultInjector } from '../../lib/testing/explorer/fault-injector.ts';
import { World } from '../../lib/testing/index.ts';
import { Simulation } from '../../lib/testing/scenario/simulation.ts';

const names = Array.from({ length: 200 }, (_, index) => `cache-${index}`);

/** The writes after which a manager is killed: each later in its work than the one before. */
const deadlyWrites = [1, 31, 121, 321];

describe('the Memcached operator with 200 resources', () => {
  let world: World;

  before(async () => {
    const interceptor = new FaultInjector(deadlyWrites.map((at) => ({ name: 'crash-after-write', at })));
    world = new World(await Simulation.start(MemcachedOperator, { managers: 2, interceptor }));
    interceptor.begin(world.simulation);
  });

  after(() => world[Symbol.asyncDispose]());

  it('the Memcached operator makes 200 resources ready though its managers are killed at any moment', async () => {
    for (const [index, name] of names.entries()) {
      await world.apply({
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        metadata: { name },
        spec: { size: 1 + (index % 2) },
      });
    }
    await world.settle();
    assert.equal(world.simulation.managers.length, 2 + deadlyWrites.length);
    for (const [index, name] of names.entries()) {
      assert.equal(world.conditions(Memcached, name).Ready?.status, 'True', name);
      assert.equal(world.get(Memcached, name)?.status?.nodes?.length, 1 + (index % 2), name);
    }
    assert.equal(world.list(k8s.KubeDeployment).filter(({ metadata }) => metadata.namespace === 'default').length, 200);
  });

  it('the Memcached operator writes nothing when it starts with 200 converged resources', async () => {
    const before = world.writes.length;
    const leaders = () => world.log.filter(({ message }) => message === 'leading').length;
    const led = leaders();
    world.restart();
    await world.settle();
    assert.deepEqual(world.writes.slice(before), []);
    assert.equal(leaders(), led + 1);
  });
});
