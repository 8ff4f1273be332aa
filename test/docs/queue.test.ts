// The operator of docs/patterns.md whose servers have a primary, on the embedded cluster. The servers are simulated.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { scenario, type World } from '../../lib/testing/index.ts';
import { Queue, QueueOperator } from './queue/operator.ts';

const queue = {
  apiVersion: 'example.com/v1',
  kind: 'Queue',
  metadata: { namespace: 'default', name: 'jobs' },
  spec: { version: '1.0' },
};

/** Elects the first server as the primary unless one is, and lets it hand over. @returns the primary */
async function elect(world: World): Promise<string | undefined> {
  const pods = world.list(k8s.KubePod).map(({ metadata }) => metadata);
  const found = pods.find(({ labels }) => labels?.role === 'primary') ?? pods[0];
  const primary = found?.annotations?.successor ?? found?.name;
  for (const { name } of pods) {
    const role = name === primary ? 'primary' : 'replica';
    await world.change(k8s.KubePod, name, { metadata: { labels: { role }, annotations: { successor: null } } });
  }
  await world.settle();
  return primary;
}

async function electedOften(world: World): Promise<readonly (string | undefined)[]> {
  const primaries = new Set<string | undefined>();
  for (let round = 0; round < 8; round += 1) primaries.add(await elect(world));
  return [...primaries];
}

describe('an operator of servers with a primary', () => {
  it('the Queue operator replaces replicas first, and the primary after it has handed over', async () => {
    await using world = await scenario(QueueOperator).apply(queue).settle();
    await elect(world);
    await world.change(Queue, 'jobs', { spec: { version: '1.1' } });
    await world.settle();
    assert.deepEqual(await electedOften(world), ['jobs-0', 'jobs-1']);
    const deleted = world.writes.flatMap((write) => /^delete Pod.*(jobs-\d)/.exec(write)?.[1] ?? []);
    assert.deepEqual(deleted, ['jobs-2', 'jobs-1', 'jobs-0']);
    const images = world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.image);
    assert.deepEqual(new Set(images), new Set(['example.com/queue:1.1']));
  });

  it('the Queue operator removes the pod of the primary after it has handed over', async () => {
    await using world = await scenario(QueueOperator).apply(queue).settle();
    await elect(world);
    await world.change(k8s.KubePod, 'jobs-0', { metadata: { labels: { role: 'replica' } } });
    await world.change(k8s.KubePod, 'jobs-2', { metadata: { labels: { role: 'primary' } } });
    await world.change(Queue, 'jobs', { spec: { servers: 1 } });
    await world.settle();
    assert.equal(world.list(k8s.KubePod).length, 3);
    assert.deepEqual(await electedOften(world), ['jobs-0']);
    assert.deepEqual(
      world.list(k8s.KubePod).map(({ metadata }) => metadata.name),
      ['jobs-0'],
    );
  });
});
