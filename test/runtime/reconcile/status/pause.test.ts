import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { conditionOf, configMap, configMapKind, keyOf, shelf, shelfKind, statusOf } from '../../shelf.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const annotation = 'shelf.example.com/paused';

/** Sets the annotation of the keeper's shelf, or removes it. */
async function annotate({ server }: ShelfKeeper, value: string | undefined, boxes = { x: '1' }): Promise<void> {
  const object = shelf('a', boxes);
  const annotations = value === undefined ? {} : { [annotation]: value };
  await server.put(shelfKind, { ...object, metadata: { ...object.metadata, annotations } });
}

describe('a paused resource', () => {
  it('a paused resource isn’t reconciled, except for one status that reports the pause', async () => {
    const keeper = await ShelfKeeper.start();
    await annotate(keeper, 'true');
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    const said = `True Annotated: nothing is done about it as long as its annotation ${annotation} is "true"`;
    assert.equal(conditionOf(keeper.shelf, 'Paused'), said);
    assert.deepEqual(await keeper.callsOfPass(), []);
    keeper.restart();
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('a paused resource keeps the rest of its status, of the generation before', async () => {
    const keeper = await ShelfKeeper.start({ status: () => ({ labels: ['one'] }) });
    await keeper.fill({ x: '1' });
    await keeper.pass();
    const { conditions: _, ...before } = statusOf(keeper.shelf);
    await annotate(keeper, 'true', { x: '2' });
    await keeper.pass();
    const { conditions: __, ...after } = statusOf(keeper.shelf);
    assert.deepEqual(after, before);
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True ChildrenReady/);
  });

  it('a paused resource costs no write when its spec or its children change', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    await annotate(keeper, 'true');
    await keeper.pass();
    await annotate(keeper, 'true', { x: '9' });
    await keeper.server.edit(configMapKind, configMap('x', 'theirs'));
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('a paused resource isn’t cleaned up when it is deleted', async () => {
    const cleaned: string[] = [];
    const keeper = await ShelfKeeper.start({ cleanup: ({ metadata }) => void cleaned.push(metadata.name) });
    await keeper.fill({ x: '1' });
    await keeper.pass();
    await annotate(keeper, 'true');
    await keeper.pass();
    await keeper.server.delete(shelfKind, keyOf('a'));
    assert.deepEqual([await keeper.callsOfPass(), cleaned], [[], []]);
    assert.ok(keeper.shelf !== undefined);
  });

  it('a paused resource gets no finalizer', async () => {
    const keeper = await ShelfKeeper.start({ cleanup: () => undefined });
    await annotate(keeper, 'true');
    await keeper.pass();
    assert.equal(keeper.shelf?.metadata.finalizers, undefined);
  });

  for (const [change, value] of [
    ['has another value', 'false'],
    ['is removed', undefined],
  ] as const) {
    it(`a paused resource is reconciled as usual when the annotation ${change}`, async () => {
      const keeper = await ShelfKeeper.start();
      await annotate(keeper, 'true');
      await keeper.pass();
      await annotate(keeper, value);
      assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x', 'patch shelfs/status default/a']);
      assert.equal(conditionOf(keeper.shelf, 'Paused'), undefined);
      assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True/);
    });
  }

  it('a resource no longer reports the pause when its next reconcile fails', async () => {
    const keeper = await ShelfKeeper.start({
      render: () => {
        throw new Error('no');
      },
    });
    await annotate(keeper, 'true');
    await keeper.pass();
    await annotate(keeper, '');
    await keeper.failure();
    assert.equal(conditionOf(keeper.shelf, 'Paused'), undefined);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True RenderFailed/);
  });
});
