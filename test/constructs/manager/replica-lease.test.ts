import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replicaLeases } from '../../../lib/constructs/index.ts';

describe('the leases of replicas that share the work', () => {
  it('the leases of members and shards differ for each number of shards, and the leader’s lease doesn’t', () => {
    const [few, many] = [replicaLeases('shelf-operator', 2), replicaLeases('shelf-operator', 3)];
    assert.deepEqual(few, {
      leader: 'shelf-operator',
      members: ['shelf-operator-member-0-of-2', 'shelf-operator-member-1-of-2'],
      shards: ['shelf-operator-shard-0-of-2', 'shelf-operator-shard-1-of-2'],
    });
    assert.equal(many.leader, few.leader);
    const names = [few, many].flatMap(({ members, shards }) => [...members, ...shards]);
    assert.equal(new Set(names).size, names.length);
  });
});
