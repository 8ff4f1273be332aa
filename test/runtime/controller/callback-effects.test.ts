import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guardedClients } from '../../../lib/runtime/controller/callback-effects.ts';
import { NotLeaderError } from '../../../lib/runtime/leader-election/index.ts';
import { ownershipOfEverything } from '../../../lib/runtime/sharding/index.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { configMap, configMapKind, keyOf } from '../shelf.ts';

describe('the client that writes for a resource', async () => {
  const server = await ObservedCluster.start();
  const client = server.client();
  const right = { isRight: true, isLeader: () => right.isRight };

  it('resources that need the same right to write share a client, and those that need none get the given one', () => {
    assert.equal(guardedClients(client, ownershipOfEverything())(keyOf('a')), client);
    const writerFor = guardedClients(client, ownershipOfEverything(right));
    assert.equal(writerFor(keyOf('a')), writerFor(keyOf('b')));
  });

  it('the client refuses to write for resources that this process does not own', async () => {
    const lost = { isLeader: () => false };
    const writerFor = guardedClients(client, { rightTo: (key) => (key === 'default/lost' ? lost : right) });
    await assert.rejects(writerFor(keyOf('lost')).create(configMapKind, configMap('x', '')), NotLeaderError);
    await writerFor(keyOf('kept')).create(configMapKind, configMap('x', ''));
    right.isRight = false;
    await assert.rejects(writerFor(keyOf('kept')).create(configMapKind, configMap('y', '')), NotLeaderError);
    assert.equal(server.objects(configMapKind).length, 1);
  });
});
