import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { type LeaseSnapshot, OrphanedShards } from '../../../lib/runtime/sharding/orphaned-shards.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

describe('shards that no replica takes', () => {
  let clock: ManualClock;
  let orphanedShards: OrphanedShards;

  beforeEach(() => {
    clock = new ManualClock();
    orphanedShards = new OrphanedShards(clock);
  });

  it('a shard is orphaned when it has been free at each read for longer than a lease', async () => {
    assert.deepEqual(orphansOf(['a', undefined, undefined]), new Set());
    await clock.advance(15_000);
    assert.deepEqual(orphansOf(['a', 'b', undefined]), new Set());
    await clock.advance(5_000);
    assert.deepEqual(orphansOf([undefined, undefined, undefined]), new Set([2]));
  });

  it('a shard isn’t orphaned yet for replicas whose turn has only just come', async () => {
    look(['a', 'b', 'gone'], ['a', 'b', undefined]);
    await clock.advance(20_000);
    assert.deepEqual(orphansOf(['a', 'b', undefined]), new Set());
    await clock.advance(20_000);
    assert.deepEqual(orphansOf(['a', 'b', undefined]), new Set([2]));
  });

  it('a shard isn’t orphaned yet for replicas that were silent and have returned', async () => {
    look(['a', 'b'], ['a', undefined]);
    await clock.advance(6_000);
    look(['a', 'b'], ['a', undefined], ['b']);
    await clock.advance(14_000);
    assert.deepEqual(orphansOf(['a', undefined]), new Set());
    await clock.advance(19_000);
    assert.deepEqual(orphansOf(['a', undefined]), new Set());
    await clock.advance(1_000);
    assert.deepEqual(orphansOf(['a', undefined]), new Set([1]));
  });

  it('a shard whose holder fell silent is orphaned after two seconds, until a replica takes it', async () => {
    const lookAt = (...expired: number[]) =>
      orphanedShards.update({ members: ['a', 'b'], silent: [], holders: [undefined, undefined], expired });
    lookAt(1);
    await clock.advance(1_999);
    lookAt(1);
    assert.deepEqual(orphanedShards.orphans, new Set());
    await clock.advance(1);
    lookAt(1);
    assert.deepEqual(orphanedShards.orphans, new Set([1]));
    orphanedShards.recordAcquired([1]);
    assert.deepEqual(orphanedShards.adopted, new Set());
    lookAt();
    assert.deepEqual(orphanedShards.orphans, new Set());
  });

  it('a free shard isn’t orphaned while no replica is to take it', async () => {
    orphansOf([undefined]);
    await clock.advance(20_000);
    orphanedShards.forgetFreeTimes();
    assert.deepEqual(orphansOf([undefined]), new Set());
  });

  describe('once they are adopted', () => {
    const members = ['a', 'idle'];
    const holders = ['a', 'a', 'a', undefined];

    beforeEach(async () => {
      look(members, holders);
      await clock.advance(20_000);
      look(members, holders);
      orphanedShards.recordAcquired([3]);
    });

    it('an adopted shard is kept as long as the members stay the same, in any order', () => {
      look(members, ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanedShards.adopted, new Set([3]));
      look(members.toReversed(), ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanedShards.adopted, new Set([3]));
    });

    it('an adopted shard is like any other shard when another replica takes part', () => {
      look(['a', 'b', 'idle'], ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanedShards.adopted, new Set());
    });

    it('an adopted shard is kept also when another replica was silent for a while', () => {
      look(members, ['a', 'a', 'a', 'a'], ['idle']);
      look(members, ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanedShards.adopted, new Set([3]));
    });

    it('an adopted shard is like any other shard when the replica that left it acquires a shard', () => {
      look(members, ['idle', 'a', 'a', 'a']);
      assert.deepEqual(orphanedShards.adopted, new Set());
    });
  });

  it('a shard that has only just become free is not adopted', () => {
    orphansOf([undefined]);
    orphanedShards.recordAcquired([0]);
    assert.deepEqual(orphanedShards.adopted, new Set());
  });

  function orphansOf(holders: LeaseSnapshot['holders']): ReadonlySet<number> {
    look(['a', 'b'], holders);
    return orphanedShards.orphans;
  }

  function look(members: readonly string[], holders: LeaseSnapshot['holders'], silent: readonly string[] = []): void {
    orphanedShards.update({ members, silent, holders, expired: [] });
  }
});
