import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shardNumber } from '../../../lib/runtime/sharding/shard-number.ts';

const shelves = { group: 'example.com', kind: 'Shelf' };

describe('the shard of a resource', () => {
  it('the shard of a resource is the same in every release, since two releases run side by side', () => {
    assert.equal(shardNumber(shelves, 'default/a', 8), 4);
    assert.equal(shardNumber(shelves, 'default/b', 8), 1);
    assert.equal(shardNumber(shelves, 'prod/orders-db', 16), 1);
    assert.equal(shardNumber(shelves, 'cluster-wide', 64), 53);
    assert.equal(shardNumber({ group: '', kind: 'Shelf' }, 'default/a', 8), 0);
  });

  for (const [title, nameOf] of [
    ['numbered names', (index: number) => `default/cache-${index}`],
    ['one name in many namespaces', (index: number) => `team-${index}/database`],
  ] as const) {
    it(`resources with ${title} are spread evenly over any number of shards`, () => {
      for (const shardCount of [2, 3, 7, 8, 16, 64]) {
        const counts = Array.from({ length: shardCount }, () => 0);
        for (let index = 0; index < 10_000; index += 1) {
          const shard = shardNumber(shelves, nameOf(index), shardCount);
          counts[shard] = (counts[shard] ?? 0) + 1;
        }
        const expected = 10_000 / shardCount;
        const deviation = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
        // The value that chance exceeds once in ten thousand times, for this number of degrees of freedom.
        const bound = shardCount + 4 * Math.sqrt(2 * shardCount) + 8;
        assert.ok(deviation < bound, `${shardCount} shards: ${deviation}`);
      }
    });
  }
});
