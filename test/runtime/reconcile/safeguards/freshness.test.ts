import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Freshness, StaleResourceError } from '../../../../lib/runtime/reconcile/safeguards/freshness.ts';
import { conditionOf, configMapKind, keyOf, type ShelfProps, shelf, shelfKind } from '../../shelf.ts';
import { storedObject } from '../../stored-object.ts';
import { statefulSetKind, templateStorage, vaultKey, vaultProps } from '../../vault.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

/** A replica with a stale cache of the shelf only, after another replica has reconciled the shelf further. */
async function afterAnother(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  props: ShelfProps = {},
): Promise<ShelfKeeper> {
  const keeper = await ShelfKeeper.start(props);
  await keeper.fill(before);
  await keeper.pass();
  await keeper.fill(after);
  await keeper.pass();
  await keeper.server.collectGarbage();
  await keeper.pass();
  const current = keeper.shelf ?? assert.fail('the shelf is there');
  const { generation = 0 } = current.metadata;
  const old = { ...current, metadata: { ...current.metadata, generation: generation - 1 }, spec: { boxes: before } };
  keeper.view.show(shelfKind, [old]);
  return keeper;
}

describe('a reconcile of a resource that has changed since the cache saw it', () => {
  it('a stale reconcile prunes no child of the newer spec, and reports nothing', async () => {
    const keeper = await afterAnother({ x: '1' }, { x: '1', y: '1' });
    const status = keeper.shelf?.status;
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.ok(keeper.server.object(configMapKind, keyOf('y')));
    assert.deepEqual(keeper.shelf?.status, status);
    keeper.view.goOn();
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('a stale reconcile deletes no child that another replica has already recreated', async () => {
    const keeper = await afterAnother({ storage: '1Gi' }, { storage: '2Gi' }, vaultProps('recreate'));
    const vault = keeper.server.object(statefulSetKind, vaultKey);
    assert.equal(templateStorage(vault), '2Gi');
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.deepEqual(keeper.server.object(statefulSetKind, vaultKey), vault);
  });

  it('a stale reconcile deletes nothing for a resource that is gone or replaced', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    const old = await keeper.fill({ x: '1' });
    keeper.view.show(shelfKind, [old]);
    await keeper.server.remove(shelfKind, keyOf('a'));
    assert.ok(StaleResourceError.is(await keeper.failure()));
    await keeper.fill({ x: '1' });
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.ok(keeper.server.object(configMapKind, keyOf('y')));
  });

  it('a stale reconcile deletes nothing for a resource that has been paused meanwhile', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    const old = await keeper.fill({ x: '1' });
    keeper.view.show(shelfKind, [old]);
    const paused = shelf('a', { x: '1' });
    const annotations = { 'shelf.example.com/paused': 'true' };
    await keeper.server.put(shelfKind, { ...paused, metadata: { ...paused.metadata, annotations } });
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.ok(keeper.server.object(configMapKind, keyOf('y')));
  });

  it('a stale reconcile calls no cleanup for a resource that is already gone', async () => {
    const cleaned: string[] = [];
    const keeper = await ShelfKeeper.start({ cleanup: ({ metadata }) => void cleaned.push(metadata.uid) });
    await keeper.fill({});
    await keeper.pass();
    await keeper.server.delete(shelfKind, keyOf('a'));
    const old = keeper.shelf ?? assert.fail('the finalizer holds it');
    keeper.view.show(shelfKind, [old]);
    await keeper.server.remove(shelfKind, keyOf('a'));
    await keeper.fill({});
    const error = await keeper.failure();
    assert.ok(StaleResourceError.is(error));
    assert.equal(
      error.message,
      'Shelf default/a is no longer as this replica has seen it: nothing is done for it until its watch has caught up',
    );
    assert.deepEqual(cleaned, []);
  });
});

describe('a reconcile that creates a child again for the same cached state', () => {
  async function settled(): Promise<ShelfKeeper> {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    return keeper;
  }

  it('a child isn’t created repeatedly for a resource that is gone', async () => {
    const keeper = await settled();
    keeper.view.standStill(shelfKind);
    await keeper.server.remove(shelfKind, keyOf('a'));
    await keeper.server.collectGarbage();
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
    await keeper.server.collectGarbage();
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.deepEqual(keeper.server.objects(configMapKind), []);
  });

  it('a child of a replaced resource isn’t created again until the cache shows the new resource', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1' });
    keeper.view.standStill(shelfKind);
    await keeper.server.remove(shelfKind, keyOf('a'));
    await keeper.pass();
    assert.ok(keeper.server.object(configMapKind, keyOf('x')), 'nothing shows yet that the shelf is gone');
    await keeper.server.collectGarbage();
    await keeper.fill({ y: '1' });
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.deepEqual(keeper.server.objects(configMapKind), []);
    keeper.view.goOn();
    await keeper.pass();
    assert.ok(keeper.server.object(configMapKind, keyOf('y')));
  });

  it('reads a resource before it creates a deleted child again, as often as the child is deleted', async () => {
    const keeper = await settled();
    for (const lists of [[], ['list shelfs'], ['list shelfs', 'list shelfs']]) {
      await keeper.server.remove(configMapKind, keyOf('x'));
      await keeper.pass();
      assert.deepEqual(keeper.server.watchCalls, lists);
      assert.ok(keeper.server.object(configMapKind, keyOf('x')));
    }
  });
});

describe('a reconcile of a resource that a restore of etcd has set back since the cache saw it', () => {
  it('prunes no child that the restored spec renders, even if the generation equals the cached one', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    const { metadata } = keeper.shelf ?? assert.fail('the shelf is there');
    keeper.view.show(shelfKind, [{ ...shelf('a', { x: '1' }), metadata }]);
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.ok(keeper.server.object(configMapKind, keyOf('y')));
  });

  it('calls no cleanup for a resource that isn’t deleted, even if the generation equals the cached one', async () => {
    const cleaned: string[] = [];
    const keeper = await ShelfKeeper.start({ cleanup: ({ metadata }) => void cleaned.push(metadata.uid) });
    await keeper.fill({});
    await keeper.pass();
    const current = keeper.shelf ?? assert.fail('the shelf is there');
    const metadata = { ...current.metadata, deletionTimestamp: '2030-01-01T00:00:00Z' };
    keeper.view.show(shelfKind, [{ ...current, metadata }]);
    assert.ok(StaleResourceError.is(await keeper.failure()));
    assert.deepEqual(cleaned, []);
  });
});

describe('a reconcile of an unchanged resource', () => {
  it('reads the resource from the API server once if it deletes children, and otherwise not at all', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1', z: '1' });
    await keeper.pass();
    assert.deepEqual(keeper.server.watchCalls, []);
    await keeper.fill({ x: '1' });
    await keeper.pass();
    assert.deepEqual(keeper.server.watchCalls, ['list shelfs']);
    assert.deepEqual(
      keeper.server.objects(configMapKind).map(({ metadata }) => metadata.name),
      ['x'],
    );
  });

  it('doesn’t read the resource while its deletions have to wait', async () => {
    const keeper = await ShelfKeeper.start({ deletionLimits: { deletionsPerMinute: 1 } });
    await keeper.fill({ x: '1', y: '1', z: '1' });
    await keeper.pass();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    await keeper.pass();
    assert.deepEqual(keeper.server.watchCalls, ['list shelfs']);
    await keeper.clock.advance(60_000);
    await keeper.pass();
    assert.deepEqual(keeper.server.watchCalls, ['list shelfs', 'list shelfs']);
  });

  it('doesn’t read the resource while a child to be recreated has to wait', async () => {
    const keeper = await ShelfKeeper.start({ ...vaultProps('recreate'), deletionLimits: { deletionsPerMinute: 1 } });
    await keeper.fill({ storage: '1Gi' });
    await keeper.pass();
    await keeper.fill({ storage: '2Gi' });
    await keeper.pass();
    await keeper.server.collectGarbage();
    await keeper.pass();
    await keeper.fill({ storage: '3Gi' });
    await keeper.pass();
    assert.deepEqual(keeper.server.watchCalls, ['list shelfs']);
    await keeper.clock.advance(60_000);
    await keeper.pass();
    assert.deepEqual(keeper.server.watchCalls, ['list shelfs', 'list shelfs']);
    assert.notEqual(keeper.server.object(statefulSetKind, vaultKey)?.metadata.deletionTimestamp, undefined);
  });

  it('prunes in spite of changed annotations of a conversion between versions', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    const carrying = shelf('a', { x: '1' });
    const annotations = { 'shelf.example.com/conversion': '{"v2":{"spec":{"depth":1}}}' };
    await keeper.server.put(shelfKind, { ...carrying, metadata: { ...carrying.metadata, annotations } });
    const stored = keeper.shelf ?? assert.fail('the shelf is there');
    const before = { 'shelf.example.com/conversion': '{"v2":{"spec":{}}}' };
    keeper.view.show(shelfKind, [{ ...stored, metadata: { ...stored.metadata, annotations: before } }]);
    await keeper.pass();
    assert.equal(keeper.server.object(configMapKind, keyOf('y')), undefined);
  });

  it('prunes in spite of kubectl’s copy of the resource, which caches drop', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    const copied = shelf('a', { x: '1' });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{…}' };
    await keeper.server.put(shelfKind, { ...copied, metadata: { ...copied.metadata, annotations } });
    const stored = keeper.shelf ?? assert.fail('the shelf is there');
    const { annotations: _, ...metadata } = stored.metadata;
    keeper.view.show(shelfKind, [{ ...stored, metadata }]);
    await keeper.pass();
    assert.equal(keeper.server.object(configMapKind, keyOf('y')), undefined);
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True/);
  });

  it('a resource is current if its spec is the same, and nested as deep as API servers allow', async () => {
    const levels = 9_000;
    const nested = () => ({
      ...storedObject('a', 1),
      spec: JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
    });
    const client = { list: async () => ({ resourceVersion: '2', items: [nested()] }) };
    const { signal } = new AbortController();
    await new Freshness(nested(), { client, kind: shelfKind, signal }).confirm();
  });
});
