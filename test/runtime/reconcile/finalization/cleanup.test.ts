import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TerminalError } from '../../../../lib/api/index.ts';
import { conditionOf, keyOf, type ShelfProps, shelfKind } from '../../shelf.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const finalizer = 'shelf.example.com/finalizer';

/** A shelf that was reconciled once and is being deleted. */
async function deletedShelf(props: ShelfProps): Promise<ShelfKeeper> {
  const keeper = await ShelfKeeper.start(props);
  await keeper.fill({ x: '1' });
  await keeper.pass();
  await keeper.server.delete(shelfKind, keyOf('a'));
  return keeper;
}

describe('cleaning up', () => {
  it('releases a deleted resource after the author’s cleanup', async () => {
    const keeper = await deletedShelf({
      cleanup: () => {
        assert.deepEqual(keeper.shelf?.metadata.finalizers, [finalizer]);
      },
    });
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs default/a']);
    assert.equal(keeper.shelf, undefined);
  });

  it('removes only the finalizer of the operator', async () => {
    const keeper = await ShelfKeeper.start({ cleanup: () => undefined });
    await keeper.server.put(shelfKind, {
      ...(await keeper.fill({})),
      metadata: { ...keyOf('a'), finalizers: [finalizer, 'example.org/other'] },
    });
    await keeper.server.delete(shelfKind, keyOf('a'));
    await keeper.pass();
    assert.deepEqual(keeper.shelf?.metadata.finalizers, ['example.org/other']);
    assert.deepEqual(keeper.diary.lines, ['written Shelf a']);
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('keeps the finalizer while the author’s cleanup fails, and retries the cleanup', async () => {
    const outcomes = [() => Promise.reject(new Error('no bin')), () => Promise.resolve()];
    const keeper = await deletedShelf({ cleanup: () => outcomes.shift()?.() });
    assert.match(String(await keeper.failure()), /no bin/);
    assert.deepEqual(keeper.shelf?.metadata.finalizers, [finalizer]);
    await keeper.pass();
    assert.equal(keeper.shelf, undefined);
  });

  it('ends without an error when the resource disappears during the cleanup', async () => {
    const keeper = await deletedShelf({ cleanup: () => keeper.server.remove(shelfKind, keyOf('a')) });
    await keeper.pass();
    assert.equal(keeper.shelf, undefined);
  });

  it('retries the cleanup when the resource changes meanwhile', async () => {
    const edits = [() => keeper.fill({ x: '2' })];
    const keeper = await deletedShelf({
      cleanup: async () => {
        await edits.shift()?.();
      },
    });
    const error = await keeper.failure();
    assert.equal((error as { status?: number }).status, 409);
    assert.equal(conditionOf(keeper.shelf, 'Degraded'), 'False AsExpected: no problem is known');
    await keeper.pass();
    assert.equal(keeper.shelf, undefined);
  });

  it('a stored spec that doesn’t fit the definition delays the cleanup, and Degraded reports that', async () => {
    let count = 0;
    const keeper = await deletedShelf({
      cleanup: () => {
        count += 1;
      },
    });
    assert.ok(keeper.shelf !== undefined);
    keeper.server.store(shelfKind, { ...keeper.shelf, spec: { boxes: 3 } });
    assert.ok(TerminalError.is(await keeper.failure()));
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True CleanupFailed: the stored spec .* by hand$/);
    assert.equal(count, 0);
    await keeper.fill({});
    await keeper.pass();
    assert.deepEqual([count, keeper.shelf], [1, undefined]);
  });

  it('the finalizer of an earlier release stays without a cleanup in this one, and Degraded reports that', async () => {
    const keeper = await deletedShelf({ cleanup: () => undefined });
    keeper.restart();
    assert.ok(TerminalError.is(await keeper.failure()));
    assert.equal(
      conditionOf(keeper.shelf, 'Degraded'),
      'True CleanupFailed: Shelf default/a has the finalizer of an earlier release, and this one has no clean-up for ' +
        `it; it stays until that is fixed, or its finalizer ${finalizer} is removed by hand`,
    );
  });
});
