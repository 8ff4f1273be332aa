import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { byController, type IndexFunction, OwnWrites, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { refusal } from '../refusal.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

const byApp: IndexFunction = ({ metadata }) => [metadata.labels?.app ?? ''];
const forbidden = refusal('list', configMap, { namespace: 'two', name: '' }, 403, 'Forbidden');

/** A store with a part for each namespace, and the writers of the parts. */
function storeOf(namespaces: readonly (string | undefined)[], isThirdParty = false) {
  const store = new Store({ kind: configMap, logger: silentLogger, isThirdParty });
  return { store, writers: new Map(namespaces.map((namespace) => [namespace, new StoreWriter(store, namespace)])) };
}

describe('a store in parts', () => {
  let store: Store;
  let writers: ReadonlyMap<string | undefined, StoreWriter>;

  const at = (namespace: string, name: string, version: number, app = 'x') =>
    storedObject(name, version, { namespace, uid: `${namespace}-${name}`, labels: { app } });
  const keys = (objects: Iterable<{ readonly metadata: { readonly name: string; readonly namespace?: string } }>) =>
    [...objects].map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

  beforeEach(() => {
    ({ store, writers } = storeOf(['two', 'one']));
    store.addIndex(byApp);
  });

  const part = (namespace: string) => writers.get(namespace) ?? assert.fail(`${namespace} is watched`);

  it('a store has a part for each of its namespaces, and none for others', () => {
    assert.equal(store.partOf('one'), part('one'));
    assert.equal(store.partOf('two'), part('two'));
    assert.equal(store.partOf('three'), undefined);
    assert.equal(store.partOf(undefined), undefined);
    assert.equal(store.get({ namespace: 'three', name: 'a' }), undefined);
    assert.equal(store.selects(at('three', 'a', 1)), false);
    assert.equal(store.selects(at('two', 'a', 1)), true);
  });

  it('a store is awaited until all of its parts are listed', () => {
    part('one').replace([], '5');
    assert.equal(store.isAwaited, true);
    part('two').replace([], '6');
    assert.equal(store.isAwaited, false);
  });

  it('a store is listed when all of its parts are, and each part has its own list state', () => {
    const { store: parts, writers: parted } = storeOf(['one', 'two', 'three'], true);
    const listStates = () => [
      parts.listState(),
      ...['one', 'two', 'three'].map((namespace) => parts.listState(namespace)),
    ];
    assert.deepEqual(listStates(), ['not-listed', 'not-listed', 'not-listed', 'not-listed']);
    parted.get('one')?.replace([], '5');
    parted.get('two')?.recordFailure(forbidden, 4);
    assert.deepEqual(listStates(), ['forbidden', 'listed', 'forbidden', 'not-listed']);
    parted.get('two')?.clearUnserved();
    parted.get('three')?.replace([], '5');
    assert.deepEqual(listStates(), ['not-served', 'listed', 'not-served', 'listed']);
    parted.get('two')?.replace([], '5');
    assert.deepEqual(listStates(), ['listed', 'listed', 'listed', 'listed']);
  });

  it('a store in parts is read as one, in the order of namespaces and names', () => {
    part('two').replace([at('two', 'b', 1), at('two', 'a', 2, 'y')], '5');
    part('one').replace([at('one', 'b', 3), at('one', 'a', 4)], '9');
    assert.equal(store.size, 4);
    assert.deepEqual(keys(store.list()), ['one/a', 'one/b', 'two/a', 'two/b']);
    assert.deepEqual(keys(store.list({ namespace: 'two' })), ['two/a', 'two/b']);
    assert.deepEqual(keys(store.list({ namespace: 'three' })), []);
    assert.deepEqual(keys(store.list({ labels: { app: 'x' } })), ['one/a', 'one/b', 'two/b']);
    assert.deepEqual(keys(store.indexed(byApp, 'x')), ['one/a', 'one/b', 'two/b']);
    assert.deepEqual(keys(store.indexed(byApp, 'x', 'two')), ['two/b']);
    assert.deepEqual(keys(store.indexed(byApp, 'x', 'three')), []);
    assert.equal(store.get({ namespace: 'two', name: 'a' })?.metadata.uid, 'two-a');
  });

  it('a list replaces only the part of its namespace, and each part has its own version', () => {
    part('two').replace([at('two', 'a', 1)], '5');
    part('one').replace([at('one', 'a', 2)], '9');
    part('two').replace([], '7');
    assert.deepEqual(keys(store.list()), ['one/a']);
    assert.deepEqual([part('one').resourceVersion, part('two').resourceVersion], ['9', '7']);
  });

  it('the progress of one part isn’t applied to another', () => {
    const writes = new OwnWrites(new ManualClock());
    store.subscribe({ ...silentSubscriber, changed: () => {}, progressed: (each) => writes.observeBookmark(each) });
    for (const each of writers.values()) each.replace([], '5');
    writes.noteWrite('key', at('one', 'a', 6), store);
    part('two').recordBookmark('9');
    assert.equal(writes.isSettled('key'), false);
    part('one').recordBookmark('9');
    assert.equal(writes.isSettled('key'), true);
  });

  it('a write of an object outside of the store’s namespaces isn’t waited for', () => {
    const writes = new OwnWrites(new ManualClock());
    writes.noteWrite('key', at('three', 'a', 6), store);
    assert.equal(writes.isSettled('key'), true);
  });

  it('a store without namespaces is one part', () => {
    const { store: whole, writers: all } = storeOf([undefined]);
    whole.addIndex(byController);
    all.get(undefined)?.replace([at('one', 'a', 1), at('two', 'a', 2)], '5');
    assert.equal(whole.partOf(undefined), whole.partOf('two'));
    assert.deepEqual(keys(whole.list()), ['one/a', 'two/a']);
    assert.deepEqual(keys(whole.list({ namespace: 'two' })), ['two/a']);
    assert.deepEqual(keys(whole.indexed(byController, 'none', 'two')), []);
  });
});
