// The process ends before or after any of its writes, and is started again: the end state is always the same.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { configMapKind, keyOf, shelfKind } from '../../shelf.ts';
import { type Crash, MortalProcess } from '../mortal-process.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

/** A shelf at work: filled, refilled with one box changed, one dropped and one added, and in the end deleted. */
const acts: readonly ((keeper: ShelfKeeper) => Promise<unknown>)[] = [
  (keeper) => keeper.fill({ x: '1', y: '1', z: '1' }),
  (keeper) => keeper.fill({ w: '1', x: '2', z: '1' }),
  (keeper) => keeper.server.delete(shelfKind, keyOf('a')),
];

/** Returns the objects after each act, when the manager has nothing left to do. */
async function history(crash?: Crash): Promise<{ readonly states: readonly unknown[]; readonly writeCount: number }> {
  const life = new MortalProcess(crash);
  let cleanupCount = 0;
  const props = {
    cleanup: () => {
      cleanupCount += 1;
    },
  };
  const keeper = await ShelfKeeper.start(props, life.link);
  const states: unknown[] = [];
  for (const act of acts) {
    await act(keeper);
    for (let pass = 1; pass <= 3; pass += 1) {
      await Promise.allSettled([keeper.pass()]);
      if (life.revive()) keeper.restart(props, life.link);
    }
    const { uid, finalizers } = keeper.shelf?.metadata ?? {};
    const boxes = keeper.server.objects(configMapKind).map(({ metadata, data }) => ({
      name: metadata.name,
      owners: metadata.ownerReferences?.map((owner) => owner.uid === (uid ?? owner.uid)),
      data,
    }));
    states.push({ status: keeper.shelf?.status, finalizers, boxes, isCleaned: cleanupCount > 0 });
  }
  return { states, writeCount: life.writeCount };
}

describe('a reconcile that is cut off', async () => {
  const undisturbed = await history();

  it('creating, changing and deleting a resource takes ten writes without a crash', () => {
    // The finalizer on and off, four boxes, one of them changed, another deleted, and two statuses.
    assert.equal(undisturbed.writeCount, 10);
  });

  for (let atWrite = 0; atWrite < undisturbed.writeCount; atWrite += 1) {
    for (const when of ['before', 'lost'] as const) {
      it(`the next process completes a reconcile that was cut off: write ${atWrite}, ${when}`, async () => {
        const { states } = await history({ atWrite, when });
        assert.deepEqual(states, undisturbed.states);
      });
    }
  }
});
