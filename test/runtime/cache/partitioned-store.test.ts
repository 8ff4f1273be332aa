import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import {
  byController,
  type IndexFunction,
  OwnWrites,
  PartitionedStore,
  StoreWriter,
} from '../../../lib/runtime/cache/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { refusal } from '../object-server.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

const byApp: IndexFunction = ({ metadata }) => [metadata.labels?.app ?? ''];
const forbidden = refusal('list', configMap, { namespace: 'two', name: '' }, 403, 'Forbidden');
const newStore = () => new StoreWriter({ kind: configMap, logger: silentLogger });

describe('a store in parts', () => {
  let store: PartitionedStore;

  const at = (namespace: string, name: string, version: number, app = 'x') =>
    storedObject(name, version, { namespace, uid: `${namespace}-${name}`, labels: { app } });
  const keys = (objects: Iterable<{ readonly metadata: { readonly name: string; readonly namespace?: string } }>) =>
    [...objects].map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

  beforeEach(() => {
    store = new PartitionedStore(configMap, ['two', 'one', 'two'], newStore);
    store.addIndex(byApp);
  });

  const part = (namespace: string) => store.storeOf(namespace) ?? assert.fail(`${namespace} is followed`);

  it('has a part for each namespace, once, and none for others', () => {
    assert.equal(store.stores.length, 2);
    assert.notEqual(part('one'), part('two'));
    assert.equal(store.storeOf('three'), undefined);
    assert.equal(store.storeOf(undefined), undefined);
    assert.equal(store.get({ namespace: 'three', name: 'a' }), undefined);
    assert.equal(store.selects(at('three', 'a', 1)), false);
    assert.equal(store.selects(at('two', 'a', 1)), true);
  });

  it('is awaited as long as one part is', () => {
    part('one').replaced([], '5');
    assert.equal(store.isAwaited, true);
    part('two').replaced([], '6');
    assert.equal(store.isAwaited, false);
  });

  it('has listed what all parts have, and each part by itself', () => {
    const foreign = () => new StoreWriter({ kind: configMap, logger: silentLogger, isThirdParty: true });
    const parts = new PartitionedStore(configMap, ['one', 'two', 'three'], foreign);
    const listStates = () => [
      parts.listState(),
      ...['one', 'two', 'three'].map((namespace) => parts.listState(namespace)),
    ];
    assert.deepEqual(listStates(), ['not-listed', 'not-listed', 'not-listed', 'not-listed']);
    parts.storeOf('one')?.replaced([], '5');
    parts.storeOf('two')?.failed({ failures: 4, error: forbidden });
    assert.deepEqual(listStates(), ['forbidden', 'listed', 'forbidden', 'not-listed']);
    parts.storeOf('two')?.missing();
    parts.storeOf('three')?.replaced([], '5');
    assert.deepEqual(listStates(), ['not-served', 'listed', 'not-served', 'listed']);
    parts.storeOf('two')?.replaced([], '5');
    assert.deepEqual(listStates(), ['listed', 'listed', 'listed', 'listed']);
  });

  it('is read as one, in the order of namespaces and names', () => {
    part('two').replaced([at('two', 'b', 1), at('two', 'a', 2, 'y')], '5');
    part('one').replaced([at('one', 'b', 3), at('one', 'a', 4)], '9');
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

  it('replaces one part by a list of its namespace, and knows the version of each', () => {
    part('two').replaced([at('two', 'a', 1)], '5');
    part('one').replaced([at('one', 'a', 2)], '9');
    part('two').replaced([], '7');
    assert.deepEqual(keys(store.list()), ['one/a']);
    assert.deepEqual([part('one').resourceVersion, part('two').resourceVersion], ['9', '7']);
  });

  it('takes the progress of one part for nothing in another', () => {
    const writes = new OwnWrites(new ManualClock());
    for (const each of store.stores)
      each.subscribe({ ...silentSubscriber, changed: () => {}, progressed: () => writes.progressed(each) });
    for (const each of store.stores) each.replaced([], '5');
    writes.noteWrite('key', at('one', 'a', 6), part('one'));
    part('two').progressed('9');
    assert.equal(writes.isSettled('key'), false);
    part('one').progressed('9');
    assert.equal(writes.isSettled('key'), true);
  });

  it('is one store where no namespaces are named, and where there are none', () => {
    const whole = new PartitionedStore(configMap, undefined, newStore);
    whole.addIndex(byController);
    whole.storeOf('one')?.replaced([at('one', 'a', 1), at('two', 'a', 2)], '5');
    assert.equal(whole.storeOf(undefined), whole.storeOf('two'));
    assert.deepEqual(keys(whole.list()), ['one/a', 'two/a']);
    assert.deepEqual(keys(whole.list({ namespace: 'two' })), ['two/a']);
    assert.deepEqual(keys(whole.indexed(byController, 'none', 'two')), []);
  });
});
