import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Action } from '../../../../lib/api/index.ts';
import { HotLoops } from '../../../../lib/runtime/reconcile/safeguards/hot-loop.ts';
import { hotLoopLimit, type Writing } from '../../../../lib/runtime/reconcile/safeguards/repeated-writes.ts';
import { ManualClock } from '../../../../lib/testing/index.ts';

const replicas = 'Deployment default/web: spec.replicas';
const checked = 'Shelf default/a: status.checkedAt';

const edition = (generation: number, uid = 'first') => ({ uid, generation });

describe('hot loops', () => {
  let clock: ManualClock;
  let loops: HotLoops;
  let gauge: number;

  beforeEach(() => {
    clock = new ManualClock();
    gauge = 0;
    const hotLoops = (count: number) => {
      gauge = count;
    };
    loops = new HotLoops(clock, { hotLoops });
  });

  /** A reconcile with these writes. */
  function pass(words: Partial<Writing> = {}, key = 'default/a'): Action | undefined {
    const nothing = { ...edition(1), children: [], status: [], renderInputs: () => 'one', statusInputs: () => 'one' };
    return loops.endReconcile(key, { ...nothing, ...words });
  }

  /** Runs `count` reconciles, a millisecond apart. */
  async function passes(count: number, words: (index: number) => Partial<Writing>, key?: string): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      pass(words(index), key);
      await clock.advance(1);
    }
  }

  const rewriting = () => ({ children: [replicas] });

  it('a hot loop is found when many reconciles from the same inputs write the same field', async () => {
    await passes(hotLoopLimit.reconcileCount - 1, rewriting);
    assert.equal(loops.failureCause('default/a'), undefined);
    assert.deepEqual(pass({ children: [replicas] }), { type: 'requeue', afterMs: 1_000 });
    assert.equal(loops.failureCause('default/a')?.reason, 'HotLoop');
    assert.match(
      loops.failureCause('default/a')?.message ?? '',
      /: Deployment default\/web: spec\.replicas; reconciles are delayed/,
    );
    assert.equal(gauge, 1);
  });

  it('a hot loop names the fields that are written each time, and not those that were written once', async () => {
    await passes(hotLoopLimit.reconcileCount, (index) => ({
      children: [replicas, ...(index === 15 ? ['Deployment default/web: spec.paused'] : [])],
    }));
    assert.doesNotMatch(loops.failureCause('default/a')?.message ?? '', /spec\.paused/);
  });

  it('a hot loop names the object if each reconcile writes another field of it', async () => {
    await passes(hotLoopLimit.reconcileCount, (index) => ({ children: [`ConfigMap default/x: data.key-${index}`] }));
    assert.match(loops.failureCause('default/a')?.message ?? '', /the same: ConfigMap default\/x; /);
    assert.deepEqual(pass({ children: ['ConfigMap default/x: data.key-99'] }), { type: 'requeue', afterMs: 2_000 });
  });

  it('a hot loop is found if `reconcile` repeatedly asks for the next one at once, while nothing changes', async () => {
    await passes(hotLoopLimit.reconcileCount + 1, () => ({ requeuedBy: 'reconcile' }));
    assert.equal(
      loops.failureCause('default/a')?.message,
      '`reconcile` asks for the next reconcile at once, again and again while nothing changes; reconciles are delayed until that ' +
        'ends: return an Action that awaits a change, or requeues after a time',
    );
    assert.deepEqual(pass({ requeuedBy: 'reconcile' }), { type: 'requeue', afterMs: 2_000 });
    assert.deepEqual(pass(), Action.requeue());
    assert.equal(loops.failureCause('default/a'), undefined);
  });

  const said = (observedGeneration: number, lastTransitionTime = '2030-01-01T00:00:00Z') => [
    {
      type: 'Degraded',
      status: 'True' as const,
      reason: 'HotLoop',
      message: 'written again',
      observedGeneration,
      lastTransitionTime,
    },
  ];

  it('a hot loop is known again when the resource returns from another process, and so is its end', async () => {
    loops.beginReconcile('default/a', edition(1), []);
    pass();
    loops.beginReconcile('default/a', edition(1), said(1));
    assert.equal(loops.failureCause('default/a')?.reason, 'HotLoop');
    loops.beginReconcile('default/a', edition(1), []);
    assert.deepEqual([loops.failureCause('default/a'), gauge], [undefined, 0]);
    loops.beginReconcile('default/a', edition(1), said(1, '2030-01-01T00:01:00Z'));
    assert.deepEqual([loops.failureCause('default/a')?.reason, gauge], ['HotLoop', 1]);
  });

  it('a hot loop doesn’t end because the condition doesn’t report it yet', async () => {
    await passes(hotLoopLimit.reconcileCount, rewriting);
    loops.beginReconcile('default/a', edition(1), []);
    assert.equal(loops.failureCause('default/a')?.reason, 'HotLoop');
  });

  it('a hot loop of another process is known by the condition of the resource, for the same spec', () => {
    loops.beginReconcile('default/b', edition(2), said(1));
    assert.deepEqual([loops.failureCause('default/b'), gauge], [undefined, 0]);
    loops.beginReconcile('default/a', edition(1), said(1));
    assert.deepEqual([loops.failureCause('default/a'), gauge], [{ reason: 'HotLoop', message: 'written again' }, 1]);
    assert.deepEqual(pass(rewriting()), { type: 'requeue', afterMs: 1_000 });
    assert.deepEqual(pass(), Action.requeue());
    // The status still has the condition, since the reconcile reported before the loop ended.
    loops.beginReconcile('default/a', edition(1), said(1));
    assert.equal(loops.failureCause('default/a'), undefined);
  });

  describe('permitted writes', () => {
    for (const [what, words] of [
      ['reconciles that write nothing', () => ({})],
      ['specs that change each time', (index: number) => ({ children: [replicas], renderInputs: () => `${index}` })],
      [
        'requests for another reconcile that follow what is seen',
        (index: number) => ({ requeuedBy: 'reconcile' as const, statusInputs: () => `${index}` }),
      ],
      ['statuses that follow what is seen', (index: number) => ({ status: [checked], statusInputs: () => `${index}` })],
      [
        'reconciles of which each writes another object',
        (index: number) => ({ children: [`Pod default/${index}: made`] }),
      ],
    ] as const) {
      it(`hot loops don’t include ${what}`, async () => {
        await passes(1_000, words);
        assert.equal(loops.failureCause('default/a'), undefined);
        assert.equal(gauge, 0);
      });
    }

    it('hot loops don’t include many resources that are written once', async () => {
      for (let index = 0; index < 1_000; index += 1)
        pass({ children: [replicas], status: [checked] }, `default/${index}`);
      assert.equal(gauge, 0);
    });

    it('hot loops don’t include drift that is repaired occasionally', async () => {
      for (let index = 0; index < 1_000; index += 1) {
        assert.equal(pass(rewriting()), undefined);
        await clock.advance(hotLoopLimit.windowMs / (hotLoopLimit.reconcileCount / 2));
      }
    });
  });

  it('a hot loop isn’t found by counting writes older than a minute', async () => {
    await passes(hotLoopLimit.reconcileCount - 1, rewriting);
    await clock.advance(hotLoopLimit.windowMs / 2);
    pass(rewriting(), 'default/b');
    pass({ children: ['Pod: made'] });
    await clock.advance(hotLoopLimit.windowMs / 2);
    assert.equal(pass(rewriting()), undefined);
  });

  it('a hot loop is found if only the status changes each time', async () => {
    await passes(hotLoopLimit.reconcileCount + 1, () => ({ status: [checked] }));
    assert.match(loops.failureCause('default/a')?.message ?? '', /status\.checkedAt/);
  });

  describe('once found', () => {
    beforeEach(async () => {
      await passes(hotLoopLimit.reconcileCount, rewriting);
    });

    it('a hot loop is slowed down more with each reconcile that writes the same again, up to five minutes', () => {
      const delays = Array.from({ length: 10 }, () => pass(rewriting()));
      assert.deepEqual(
        delays.map((action) => action?.type === 'requeue' && action.afterMs),
        [2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 300_000, 300_000],
      );
    });

    it('a resource in a hot loop isn’t reconciled before its delay is over', async () => {
      pass(rewriting());
      assert.equal(loops.delayMs('default/a', edition(1)), 2_000);
      await clock.advance(1_500);
      assert.equal(loops.delayMs('default/a', edition(1)), 500);
      await clock.advance(500);
      assert.equal(loops.delayMs('default/a', edition(1)), 0);
    });

    it('a hot loop has the same message as long as it lasts', () => {
      const before = loops.failureCause('default/a');
      pass({ children: [replicas, 'Deployment default/web: spec.paused'], status: [checked] });
      assert.deepEqual(loops.failureCause('default/a'), before);
    });

    it('a hot loop ends when a reconcile writes none of its fields, and a further reconcile reports the end', () => {
      assert.deepEqual(pass({ status: [checked] }), Action.requeue());
      assert.equal(loops.failureCause('default/a'), undefined);
      assert.deepEqual([loops.delayMs('default/a', edition(1)), gauge], [0, 0]);
      assert.equal(pass({}), undefined);
    });

    it('a hot loop ends when the spec changes', () => {
      assert.equal(loops.delayMs('default/a', edition(2)), 0);
      assert.deepEqual([loops.failureCause('default/a'), gauge], [undefined, 0]);
    });

    it('a hot loop ends when the resource is recreated, even if no reconcile has seen its deletion', () => {
      assert.equal(loops.delayMs('default/a', edition(1, 'second')), 0);
      assert.deepEqual([loops.failureCause('default/a'), gauge], [undefined, 0]);
    });

    it('a hot loop ends when the resource is deleted', () => {
      loops.forgetCounts('default/a');
      assert.equal(gauge, 0);
    });

    it('a hot loop delays no other resource', () => {
      assert.equal(loops.delayMs('default/b', edition(1)), 0);
      assert.equal(pass(rewriting(), 'default/b'), undefined);
    });
  });

  it('the oldest writes of more than 10,000 resources are forgotten, and no others', async () => {
    for (const key of ['default/first', 'default/second']) {
      await passes(hotLoopLimit.reconcileCount - 1, rewriting, key);
    }
    for (let index = 1; index < 10_000; index += 1) pass(rewriting(), `default/${index}`);
    pass(rewriting(), 'default/second');
    assert.equal(loops.failureCause('default/second')?.reason, 'HotLoop');
    pass(rewriting(), 'default/first');
    assert.equal(loops.failureCause('default/first'), undefined);
  });
});
