import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { DueHeap } from '../../lib/clock/index.ts';

describe('DueHeap', () => {
  it('a heap returns the earliest item first, and items of one time in the order of their arrival', () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ type: fc.constant('add' as const), dueAtMs: fc.integer({ min: 0, max: 50 }) }),
      },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('remove' as const), pick: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ type: fc.constant('pop' as const) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { size: 'max', maxLength: 150 }), (steps) => {
        const heap = new DueHeap<number>();
        const model: { item: number; dueAtMs: number }[] = [];
        for (const [item, taken] of steps.entries()) {
          if (taken.type === 'add') {
            heap.add(item, taken.dueAtMs);
            model.push({ item, dueAtMs: taken.dueAtMs });
            model.sort((one, other) => one.dueAtMs - other.dueAtMs || one.item - other.item);
          } else {
            const index = taken.type === 'pop' ? 0 : model.length === 0 ? 0 : taken.pick % model.length;
            const [removed] = model.splice(index, 1);
            assert.equal(heap.remove(removed?.item ?? -1), removed !== undefined);
          }
          assert.equal(heap.size, model.length);
          assert.equal(heap.first?.item, model[0]?.item);
          assert.equal(heap.first?.dueAtMs, model[0]?.dueAtMs);
        }
      }),
    );
  });

  it('a heap refuses an item that it already has', () => {
    const heap = new DueHeap<string>();
    heap.add('a', 1);
    assert.throws(() => heap.add('a', 2), RangeError);
  });
});
