import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { DeletionBudget } from '../../../../lib/runtime/reconcile/pruning/deletion-budget.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';

describe('a deletion budget', () => {
  let clock: ManualClock;
  let waiting: number;
  let budget: DeletionBudget;

  beforeEach(() => {
    clock = new ManualClock();
    const deletionsWaiting = (count: number) => {
      waiting = count;
    };
    budget = new DeletionBudget(clock, { deletionsWaiting }, { perMinute: 3 });
  });

  const waits = (...uids: readonly string[]) => uids.map((uid) => budget.turnsOf('').waitMs(uid));

  it('a deletion budget allows a minute’s deletions at once, and the others one after the other', () => {
    assert.deepEqual(waits('a', 'b', 'c', 'd', 'e'), [0, 0, 0, 20_000, 40_000]);
    assert.equal(waiting, 2);
  });

  it('a deletion budget keeps the turn of a child that asks again', async () => {
    waits('a', 'b', 'c', 'd', 'e');
    await clock.advance(15_000);
    assert.deepEqual(waits('e', 'd', 'f'), [25_000, 5_000, 45_000]);
    await clock.advance(5_000);
    assert.deepEqual([...waits('d'), waiting], [0, 2]);
  });

  it('a deletion budget is full again after a quiet minute, up to its limit', async () => {
    waits('a', 'b', 'c');
    await clock.advance(3_600_000);
    assert.deepEqual(waits('d', 'e', 'f', 'g'), [0, 0, 0, 20_000]);
  });

  it('a deletion budget gives the returned turns of an owner to others, and no more', async () => {
    const others = budget.turnsOf('others');
    assert.deepEqual([...waits('a', 'b', 'c'), others.waitMs('d'), others.waitMs('e')], [0, 0, 0, 20_000, 40_000]);
    assert.deepEqual(waits('f'), [60_000]);
    const later = budget.turnsOf('others');
    assert.equal(later.waitMs('e'), 40_000);
    later.releaseOthers();
    assert.equal(waiting, 2);
    assert.deepEqual(waits('g', 'h'), [20_000, 80_000]);
    budget.release('others');
    await clock.advance(50_000);
    assert.deepEqual(waits('g', 'f', 'h', 'i'), [0, 10_000, 30_000, 50_000]);
  });

  it('a namespace with many waiting deletions delays those of other namespaces by one turn each', async () => {
    const [crowded, quiet, third] = ['crowded/a', 'quiet/b', 'third/c'].map((owner) => budget.turnsOf(owner));
    const uids = Array.from({ length: 13 }, (_, index) => `a${index}`);
    const seconds = (turns = budget.turnsOf(''), ...names: readonly string[]) =>
      names.map((uid) => turns.waitMs(uid) / 1000);
    assert.deepEqual(seconds(crowded, ...uids), [0, 0, 0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]);
    assert.deepEqual(seconds(quiet, 'b0', 'b1'), [40, 80]);
    assert.deepEqual(seconds(third, 'c0'), [60]);
    assert.deepEqual(seconds(crowded, ...uids.slice(3)), [20, 100, 120, 140, 160, 180, 200, 220, 240, 260]);
    assert.equal(waiting, 13);
    await clock.advance(40_000);
    assert.deepEqual([...seconds(quiet, 'b0', 'b1'), ...seconds(third, 'c0')], [0, 40, 20]);
    budget.release('crowded/a');
    assert.equal(waiting, 2);
  });

  it('a deletion budget forgets unused turns', async () => {
    waits('a', 'b', 'c', 'd');
    await clock.advance(80_001);
    waits('e');
    assert.equal(waiting, 0);
  });
});
