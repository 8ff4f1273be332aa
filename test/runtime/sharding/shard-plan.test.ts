import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type ShardSituation, shardPlan, shardPreference } from '../../../lib/runtime/sharding/shard-plan.ts';

const none: ReadonlySet<number> = new Set();

function shareOf(
  self: string,
  members: readonly string[],
  holders: ShardSituation['holders'],
  more: Partial<ShardSituation> = {},
) {
  return shardPlan({ self, members, holders, orphans: none, adopted: none, ...more });
}

/** The shards after all members have followed their plans, one after another in a random order. */
function settled(
  members: readonly string[],
  start: ShardSituation['holders'],
  chance: () => number,
): ShardSituation['holders'] {
  let holders = [...start];
  for (let round = 0; round < 10; round += 1) {
    const turns = members.map((self) => ({ self, turn: chance() })).sort((one, other) => one.turn - other.turn);
    for (const { self } of turns) {
      const { toAcquire, toRelease } = shareOf(self, members, holders);
      holders = holders.map((holder, shard) => {
        if (toAcquire.includes(shard)) return self;
        return toRelease.includes(shard) ? undefined : holder;
      });
    }
  }
  return holders;
}

function heldBy(member: string, holders: ShardSituation['holders']): number {
  return holders.filter((holder) => holder === member).length;
}

const fleet = fc
  .record({ memberCount: fc.integer({ min: 1, max: 12 }), shardCount: fc.integer({ min: 2, max: 64 }) })
  .filter(({ memberCount, shardCount }) => memberCount <= shardCount)
  .chain(({ memberCount, shardCount }) => {
    const members = Array.from({ length: memberCount }, (_, index) => `replica-${index}`);
    const holder = fc.constantFrom(undefined, ...members);
    return fc.record({
      members: fc.constant(members),
      holders: fc.array(holder, { minLength: shardCount, maxLength: shardCount }),
      chances: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
    });
  });

describe('the share of a replica', () => {
  it('the plans of replicas lead from any distribution to one in which all shards are held evenly', () => {
    fc.assert(
      fc.property(fleet, ({ members, holders, chances }) => {
        const end = settled(members, holders, () => chances.next().value ?? 0);
        assert.ok(!end.includes(undefined));
        const counts = members.map((member) => heldBy(member, end));
        assert.ok(Math.max(...counts) - Math.min(...counts) <= 1, `${counts}`);
        for (const self of members) assert.deepEqual(shareOf(self, members, end), { toAcquire: [], toRelease: [] });
      }),
    );
  });

  it('the plans of replicas move only the shards that a joining replica is to hold', () => {
    fc.assert(
      fc.property(fleet, ({ members, holders, chances }) => {
        fc.pre(members.length < holders.length);
        const chance = () => chances.next().value ?? 0;
        const before = settled(members, holders, chance);
        const after = settled([...members, 'newcomer'], before, chance);
        const moved = after.filter((holder, shard) => holder !== before[shard]);
        assert.deepEqual(new Set(moved), new Set(['newcomer']));
        assert.equal(moved.length, Math.floor(holders.length / (members.length + 1)));
      }),
    );
  });

  it('the plans of replicas move only the shards of a leaving replica', () => {
    fc.assert(
      fc.property(fleet, ({ members, holders, chances }) => {
        const [leaver, ...others] = members;
        fc.pre(others.length > 0);
        const chance = () => chances.next().value ?? 0;
        const before = settled(members, holders, chance);
        const orphaned = before.map((holder) => (holder === leaver ? undefined : holder));
        const after = settled(others, orphaned, chance);
        for (const [shard, holder] of orphaned.entries()) if (holder !== undefined) assert.equal(after[shard], holder);
      }),
    );
  });

  it('the plan of a replica that isn’t a member keeps its shards while there is a place for it', () => {
    assert.deepEqual(shareOf('c', ['a', 'b'], ['c', undefined, 'b']), { toAcquire: [], toRelease: [] });
  });

  it('the plan of a replica whose place another replica has taken releases its shards', () => {
    assert.deepEqual(shareOf('c', ['a', 'b'], ['c', undefined]), { toAcquire: [], toRelease: [0] });
  });

  it('the plan of a replica excludes a shard whose holder is no longer a member', () => {
    assert.deepEqual(shareOf('a', ['a'], ['gone', undefined]), { toAcquire: [1], toRelease: [] });
  });

  it('the plan of a replica includes orphaned shards beyond its quota, and keeps them', () => {
    const members = ['a', 'b'];
    const holders = ['a', 'a', undefined, undefined];
    assert.deepEqual(shareOf('a', members, holders), { toAcquire: [], toRelease: [] });
    assert.deepEqual(shareOf('a', members, holders, { orphans: new Set([3]) }), { toAcquire: [3], toRelease: [] });
    const adopted = new Set([3]);
    assert.deepEqual(shareOf('a', members, ['a', 'a', undefined, 'a'], { adopted }), { toAcquire: [], toRelease: [] });
    assert.equal(shareOf('a', members, ['a', 'a', 'a', 'a'], { adopted }).toRelease.length, 1);
  });
});

describe('the order in which a replica wants shards', () => {
  it('the order in which a replica wants shards is its own, and contains all shards', () => {
    const [one, other] = [shardPreference('one', 16), shardPreference('other', 16)];
    assert.notDeepEqual(one, other);
    assert.deepEqual(
      one.toSorted((a, b) => a - b),
      Array.from({ length: 16 }, (_, shard) => shard),
    );
    assert.deepEqual(one, shardPreference('one', 16));
  });
});
