import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Orphanage } from '../../../lib/runtime/sharding/orphanage.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';

describe('shards that nobody takes', () => {
  let clock: ManualClock;
  let orphanage: Orphanage;

  beforeEach(() => {
    clock = new ManualClock();
    orphanage = new Orphanage(clock);
  });

  it('are orphans when they have been free at each look for as long as a lease', async () => {
    assert.deepEqual(orphanage.orphans(['a', undefined, undefined]), new Set());
    await clock.advance(10_000);
    assert.deepEqual(orphanage.orphans(['a', 'b', undefined]), new Set());
    await clock.advance(5_000);
    assert.deepEqual(orphanage.orphans([undefined, undefined, undefined]), new Set([2]));
  });

  it('are none while nobody is to take them', async () => {
    orphanage.orphans([undefined]);
    await clock.advance(15_000);
    orphanage.close();
    assert.deepEqual(orphanage.orphans([undefined]), new Set());
  });

  describe('once they are adopted', () => {
    const members = ['a', 'idle'];
    const holders = ['a', 'a', 'a', undefined];

    beforeEach(async () => {
      orphanage.adopted(members, holders);
      orphanage.orphans(holders);
      await clock.advance(15_000);
      orphanage.orphans(holders);
      orphanage.adopt([3]);
    });

    it('are kept as long as nothing changes', () => {
      assert.deepEqual(orphanage.adopted(members, ['a', 'a', 'a', 'a']), new Set([3]));
      assert.deepEqual(orphanage.adopted(members.toReversed(), ['a', 'a', 'a', 'a']), new Set([3]));
    });

    it('are like any other when others take part', () => {
      assert.deepEqual(orphanage.adopted(['a', 'b', 'idle'], holders), new Set());
    });

    it('are like any other when the one that had left them alone has taken something after all', () => {
      assert.deepEqual(orphanage.adopted(members, ['idle', 'a', 'a', 'a']), new Set());
    });
  });

  it('are not adopted if they were only just free', () => {
    orphanage.orphans([undefined]);
    orphanage.adopt([0]);
    assert.deepEqual(orphanage.adopted(['a'], ['a']), new Set());
  });
});
