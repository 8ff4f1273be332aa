import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../lib/api/index.ts';
import { Boxes, conditionOf, configMap, configMapKind, keyOf, type ShelfProps, shelfKind, statusOf } from '../shelf.ts';
import { ShelfKeeper } from './shelf-keeper.ts';

/** A shelf whose box `x` becomes `y`, the name of an existing object. */
async function renamedIntoTakenName(props: ShelfProps = {}): Promise<ShelfKeeper> {
  const keeper = await ShelfKeeper.start(props);
  await keeper.fill({ x: '1' });
  await keeper.pass();
  await keeper.server.put(configMapKind, configMap('y', 'unowned'));
  await keeper.fill({ y: '1' });
  return keeper;
}

describe('converging a resource', () => {
  it('leaves an object of a child’s name alone that the resource doesn’t control, and reports it', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.server.put(configMapKind, configMap('x', 'unowned'));
    await keeper.fill({ x: '1', y: '2' });
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/y', 'patch shelfs/status default/a']);
    assert.deepEqual(keeper.server.object(configMapKind, keyOf('x'))?.data, { content: 'unowned' });
    assert.equal(
      conditionOf(keeper.shelf, 'Degraded'),
      'True ChildConflict: ConfigMap default/x exists and is not controlled by this resource: ' +
        'delete or rename it, or rename the resource',
    );
    assert.deepEqual(
      keeper.diary.blockedChildren.map(({ key }) => key),
      [keyOf('x')],
    );
  });

  it('creates a child when its name becomes free', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.server.put(configMapKind, configMap('x', 'unowned'));
    await keeper.fill({ x: '1' });
    await keeper.pass();
    await keeper.server.remove(configMapKind, keyOf('x'));
    await keeper.pass();
    assert.equal(conditionOf(keeper.shelf, 'Ready'), 'True ChildrenReady: its child is ready');
    assert.deepEqual(keeper.diary.blockedChildren, []);
  });

  it('deletes nothing while the name of a child is taken', async () => {
    const keeper = await renamedIntoTakenName();
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.ok(keeper.server.object(configMapKind, keyOf('x')));
    await keeper.server.remove(configMapKind, keyOf('y'));
    await keeper.pass();
    assert.equal(keeper.server.object(configMapKind, keyOf('x')), undefined);
  });

  it('doesn’t call the author’s `reconcile` while the name of a child is taken', async () => {
    const seen: unknown[] = [];
    const keeper = await renamedIntoTakenName({
      reconcile: ({ children: { boxes } }) => {
        seen.push(boxes.map(({ name }) => name));
        return Action.awaitChange();
      },
    });
    await keeper.pass();
    assert.deepEqual(seen, [['x']]);
  });

  it('never shows the author an object that has a child’s name and another owner', async () => {
    const keeper = await renamedIntoTakenName({
      status: ({ children: { boxes }, live }) => ({ labels: boxes.map((box) => String(live(box)?.metadata.uid)) }),
    });
    await keeper.pass();
    assert.deepEqual(statusOf(keeper.shelf).labels, ['undefined']);
  });

  it('waits for the children of an earlier resource of the same name, without reporting a conflict', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    await keeper.server.remove(shelfKind, keyOf('a'));
    await keeper.fill({ x: '1' });
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.equal(conditionOf(keeper.shelf, 'Ready'), 'False ChildrenNotReady: ConfigMap x: is not there yet');
    assert.deepEqual(keeper.diary.blockedChildren, []);
    await keeper.server.remove(configMapKind, keyOf('x'));
    await keeper.pass();
    assert.equal(conditionOf(keeper.shelf, 'Ready'), 'True ChildrenReady: its child is ready');
  });

  it('waits for a child that is being deleted', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    const held = configMap('x', '2');
    await keeper.server.edit(configMapKind, {
      ...held,
      metadata: { ...held.metadata, finalizers: ['example.com/other'] },
    });
    await keeper.server.delete(configMapKind, keyOf('x'));
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.equal(
      conditionOf(keeper.shelf, 'Progressing'),
      'True Recreating: ConfigMap x: is being deleted, and then recreated',
    );
  });

  it('shows the author the objects that the reconcile has written before the caches do', async () => {
    const keeper = await ShelfKeeper.start({
      status: ({ children: { boxes }, live }) => ({
        labels: [
          ...boxes.map((box) => `child ${live(box, k8s.KubeConfigMap)?.data?.content}`),
          ...live.list(k8s.KubeConfigMap).map(({ data }) => `listed ${data?.content}`),
        ],
      }),
    });
    keeper.view.standStill(configMapKind);
    await keeper.fill({ x: '1' });
    await keeper.pass();
    assert.deepEqual(statusOf(keeper.shelf).labels, ['child 1', 'listed 1']);
  });

  it('keeps the children that are applied when a later one is refused', async () => {
    const keeper = await ShelfKeeper.start({}, async (request) => {
      const calls = keeper.server.calls.length;
      const answer = await request();
      if (keeper.server.calls[calls] === 'apply configmaps default/y') throw new Error('refused');
      return answer;
    });
    await keeper.fill({ x: '1', y: '2', z: '3' });
    await keeper.failure();
    assert.deepEqual(
      keeper.server.objects(configMapKind).map(({ metadata }) => metadata.name),
      ['x', 'y'],
    );
  });

  it('adds the finalizer of a resource before its children if there is a cleanup', async () => {
    const keeper = await ShelfKeeper.start({ cleanup: () => undefined });
    await keeper.fill({ x: '1' });
    assert.deepEqual(await keeper.callsOfPass(), [
      'patch shelfs default/a',
      'apply configmaps default/x',
      'patch shelfs/status default/a',
    ]);
    assert.deepEqual(keeper.shelf?.metadata.finalizers, ['shelf.example.com/finalizer']);
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('renders nothing for a resource that changes while its finalizer is added', async () => {
    const keeper = await ShelfKeeper.start({ cleanup: () => undefined });
    await keeper.fill({ x: '1' });
    keeper.view.standStill(shelfKind);
    await keeper.fill({ x: '2' });
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs default/a']);
    assert.equal(keeper.shelf?.status, undefined);
  });

  it('refuses an asynchronous render', async () => {
    const keeper = await ShelfKeeper.start();
    const render = async (...[scope]: ConstructorParameters<typeof Boxes>) => {
      await Promise.reject(new Error('too late'));
      return new Boxes(scope, 'Boxes', {});
    };
    keeper.restart({ render: render as never });
    await keeper.fill({});
    assert.match(String(await keeper.failure()), /`render` is asynchronous: build the children at once/);
  });
});
