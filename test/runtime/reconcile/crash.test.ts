// The process ends before or after any of its writes, and is started again: the end state is always the same.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Link } from '../object-server.ts';
import { configMapKind, keyOf, shelfKind } from '../shelf.ts';
import { ShelfKeeper } from './shelf-keeper.ts';

/** A shelf at work: filled, refilled with one box changed, one dropped and one added, and in the end deleted. */
const acts: readonly ((keeper: ShelfKeeper) => void)[] = [
  (keeper) => keeper.fill({ x: '1', y: '1', z: '1' }),
  (keeper) => keeper.fill({ w: '1', x: '2', z: '1' }),
  (keeper) => keeper.server.delete(shelfKind, keyOf('a')),
];

/** When the process ends, counted in its writes; `lost`: the write is done, but the answer doesn't arrive. */
interface Crash {
  readonly atWrite: number;
  readonly when: 'before' | 'lost';
}

/** What there is after each act, when all is done that has to be done. */
async function history(crash?: Crash): Promise<{ readonly states: readonly unknown[]; readonly writeCount: number }> {
  let writeCount = 0;
  let isDead = false;
  let cleanupCount = 0;
  const link: Link = async (request) => {
    if (isDead) throw new Error('dead');
    const isCrash = crash?.atWrite === writeCount;
    writeCount += 1;
    if (!isCrash) return request();
    isDead = true;
    if (crash.when === 'lost') request();
    throw new Error('dead');
  };
  const props = {
    cleanup: () => {
      cleanupCount += 1;
    },
  };
  const keeper = new ShelfKeeper(props, link);
  const states: unknown[] = [];
  for (const act of acts) {
    act(keeper);
    for (let pass = 1; pass <= 3; pass += 1) {
      await Promise.allSettled([keeper.pass()]);
      if (isDead) {
        isDead = false;
        keeper.restart(props, link);
      }
    }
    const { uid, finalizers } = keeper.shelf?.metadata ?? {};
    const boxes = keeper.server.objects(configMapKind).map(({ metadata, data }) => ({
      name: metadata.name,
      owners: metadata.ownerReferences?.map((owner) => owner.uid === (uid ?? owner.uid)),
      data,
    }));
    states.push({ status: keeper.shelf?.status, finalizers, boxes, isCleaned: cleanupCount > 0 });
  }
  return { states, writeCount };
}

describe('a pass that is cut off', async () => {
  const undisturbed = await history();

  it('would have had something to write', () => {
    // The finalizer on and off, four boxes, one of them changed, another deleted, and two statuses.
    assert.equal(undisturbed.writeCount, 10);
  });

  for (let atWrite = 0; atWrite < undisturbed.writeCount; atWrite += 1) {
    for (const when of ['before', 'lost'] as const) {
      it(`is made up for by the next process: write ${atWrite}, ${when}`, async () => {
        const { states } = await history({ atWrite, when });
        assert.deepEqual(states, undisturbed.states);
      });
    }
  }
});
