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
    assert.deepEqual(orphansOf(['a', undefined, undefined]), new Set());
    await clock.advance(10_000);
    assert.deepEqual(orphansOf(['a', 'b', undefined]), new Set());
    await clock.advance(5_000);
    assert.deepEqual(orphansOf([undefined, undefined, undefined]), new Set([2]));
  });

  it('are no orphans yet for those whose turn has only just come, as the ones before them have gone', async () => {
    orphanage.look(['a', 'b', 'gone'], ['a', 'b', undefined]);
    await clock.advance(15_000);
    assert.deepEqual(orphansOf(['a', 'b', undefined]), new Set());
    await clock.advance(15_000);
    assert.deepEqual(orphansOf(['a', 'b', undefined]), new Set([2]));
  });

  it('are none while nobody is to take them', async () => {
    orphansOf([undefined]);
    await clock.advance(15_000);
    orphanage.close();
    assert.deepEqual(orphansOf([undefined]), new Set());
  });

  describe('once they are adopted', () => {
    const members = ['a', 'idle'];
    const holders = ['a', 'a', 'a', undefined];

    beforeEach(async () => {
      orphanage.look(members, holders);
      await clock.advance(15_000);
      orphanage.look(members, holders);
      orphanage.adopt([3]);
    });

    it('are kept as long as nothing changes', () => {
      orphanage.look(members, ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanage.adopted, new Set([3]));
      orphanage.look(members.toReversed(), ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanage.adopted, new Set([3]));
    });

    it('are like any other when others take part', () => {
      orphanage.look(['a', 'b', 'idle'], ['a', 'a', 'a', 'a']);
      assert.deepEqual(orphanage.adopted, new Set());
    });

    it('are like any other when the one that had left them alone has taken something after all', () => {
      orphanage.look(members, ['idle', 'a', 'a', 'a']);
      assert.deepEqual(orphanage.adopted, new Set());
    });
  });

  it('are not adopted if they were only just free', () => {
    orphansOf([undefined]);
    orphanage.adopt([0]);
    assert.deepEqual(orphanage.adopted, new Set());
  });

  function orphansOf(holders: readonly (string | undefined)[]): ReadonlySet<number> {
    orphanage.look(['a', 'b'], holders);
    return orphanage.orphans;
  }
});
