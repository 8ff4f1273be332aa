import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { ListState } from '../../../lib/api/index.ts';
import { byController, type Change, type IndexFunction, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { refusal } from '../refusal.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

const away = new Error('away');
const forbidden = refusal('list', configMap, { name: '' }, 403, 'Forbidden');

describe('StoreWriter', () => {
  let logger: RecordingLogger;
  let changes: Change[];
  let progress: string[];
  let store: Store;
  let writer: StoreWriter;

  const byKey: IndexFunction = ({ metadata }) =>
    metadata.name === 'broken' ? assert.fail('no key') : Object.keys(metadata.annotations ?? {});

  beforeEach(() => {
    logger = new RecordingLogger();
    changes = [];
    progress = [];
    store = new Store({ kind: configMap, logger });
    writer = new StoreWriter(store);
    store.addIndex(byController);
    store.addIndex(byKey);
    store.subscribe({
      ...silentSubscriber,
      changed: (change) => changes.push(change),
      progressed: () => progress.push(writer.resourceVersion),
    });
  });

  it('StoreWriter keeps the failure of its watch until an object or a bookmark arrives', () => {
    const arrivals = [
      () => writer.replace([], '5'),
      () => writer.apply(storedObject('a', 6)),
      () => writer.recordBookmark('7'),
    ];
    for (const arrive of arrivals) {
      writer.recordFailure(away, 1);
      assert.deepEqual(writer.failure, { error: away });
      arrive();
      assert.equal(writer.failure, undefined);
    }
  });

  const reports = () =>
    changes
      .splice(0)
      .map(
        ({ type, object, origin }) =>
          `${origin} ${type} ${object.metadata.name} ${object.metadata.uid}@${object.metadata.resourceVersion}`,
      );
  const names = (objects: readonly { readonly metadata: { readonly name: string } }[]) =>
    objects.map(({ metadata }) => metadata.name);

  describe('before the first list', () => {
    it('a store is not ready before its first list, and shows nothing', async () => {
      assert.deepEqual([writer.isReady, store.size, writer.resourceVersion], [false, 0, '0']);
      const state = await Promise.race([writer.awaited().then(() => 'ready'), Promise.resolve('waiting')]);
      assert.equal(state, 'waiting');
    });

    it('a store becomes ready with an empty list, too', async () => {
      writer.replace([], '7');
      await writer.awaited();
      assert.deepEqual([writer.isReady, writer.resourceVersion, reports()], [true, '7', []]);
    });
  });

  describe('of a kind that is not served', () => {
    const seen: ListState[] = [];
    let foreign: Store;
    let foreignWriter: StoreWriter;

    beforeEach(() => {
      seen.length = 0;
      foreign = new Store({ kind: configMap, logger, isThirdParty: true });
      foreignWriter = new StoreWriter(foreign);
      foreign.subscribe({
        ...silentSubscriber,
        changed: (change) => changes.push(change),
        listStateChanged: () => seen.push(foreignWriter.listState),
      });
    });

    it('a store becomes ready as soon as its kind is known to be unserved', async () => {
      foreignWriter.clearUnserved();
      await foreignWriter.awaited();
      assert.deepEqual([foreignWriter.isReady, foreignWriter.listState, foreign.size], [true, 'not-served', 0]);
    });

    it('a store of a kind that is no longer served is empty, and reports each vanished object once', () => {
      foreignWriter.replace([storedObject('a', 1)], '5');
      changes.length = 0;
      foreignWriter.clearUnserved();
      foreignWriter.clearUnserved();
      assert.deepEqual(reports(), ['list deleted a a@1']);
      assert.equal(foreign.size, 0);
    });

    it('reports when a kind is no longer served, and when it is served again', () => {
      foreignWriter.replace([], '5');
      foreignWriter.clearUnserved();
      foreignWriter.clearUnserved();
      foreignWriter.replace([], '7');
      assert.deepEqual(seen, ['not-served', 'listed']);
    });

    it('reports a first list after many failures, and no later list', () => {
      foreignWriter.recordFailure(away, 9);
      assert.deepEqual(
        [foreignWriter.isAwaited, foreignWriter.isReady, foreignWriter.listState],
        [false, false, 'not-listed'],
      );
      foreignWriter.replace([], '5');
      foreignWriter.recordFailure(forbidden, 9);
      foreignWriter.replace([], '6');
      assert.deepEqual(seen, ['listed']);
    });

    it('reports a missing right to list once, to subscribers that no longer wait for the list', () => {
      foreignWriter.recordFailure(forbidden, 3);
      assert.deepEqual([foreignWriter.isAwaited, foreignWriter.listState], [true, 'not-listed']);
      foreignWriter.recordFailure(away, 4);
      foreignWriter.recordFailure(forbidden, 5);
      foreignWriter.recordFailure(away, 6);
      foreignWriter.recordFailure(forbidden, 7);
      assert.deepEqual(seen, ['forbidden']);
      foreignWriter.clearUnserved();
      foreignWriter.replace([], '5');
      assert.deepEqual(seen, ['forbidden', 'not-served', 'listed']);
    });

    it('keeps the cached objects of kinds that can’t be missing', () => {
      writer.clearUnserved();
      writer.recordFailure(forbidden, 9);
      assert.deepEqual([writer.isReady, writer.isAwaited, writer.listState], [false, true, 'not-listed']);
      writer.replace([storedObject('a', 1)], '5');
      writer.clearUnserved();
      assert.deepEqual([store.size, writer.listState], [1, 'listed']);
    });
  });

  describe('during a watch', () => {
    beforeEach(() => {
      writer.replace([storedObject('a', 1)], '5');
      changes.length = 0;
    });

    it('reports an addition, an update with the previous state, and a deletion with the last state', () => {
      writer.apply(storedObject('b', 6));
      writer.apply(storedObject('b', 7));
      assert.deepEqual(changes.at(-1), {
        type: 'updated',
        object: storedObject('b', 7),
        previous: storedObject('b', 6),
        origin: 'watch',
      });
      writer.delete(storedObject('b', 8));
      assert.deepEqual(reports(), ['watch added b b@6', 'watch updated b b@7', 'watch deleted b b@8']);
      assert.equal(store.get({ namespace: 'default', name: 'b' }), undefined);
      assert.equal(writer.resourceVersion, '8');
    });

    it('reports no version that the store already shows', () => {
      writer.apply(storedObject('a', 1));
      assert.deepEqual(reports(), []);
    });

    it('reports no deletion of an object that the store doesn’t show', () => {
      writer.delete(storedObject('never-seen', 6));
      assert.deepEqual([reports(), writer.resourceVersion], [[], '6']);
    });

    it('keeps a newer object when an older one, or an older deletion, arrives late', () => {
      writer.apply(storedObject('a', 10));
      writer.apply(storedObject('a', 9));
      writer.delete(storedObject('a', 9));
      assert.deepEqual(reports(), ['watch updated a a@10']);
      assert.equal(store.get({ namespace: 'default', name: 'a' })?.metadata.resourceVersion, '10');
    });

    it('compares versions as numbers, beyond what floating point can hold', () => {
      const at = (resourceVersion: string) => {
        const object = storedObject('big', 0);
        return { ...object, metadata: { ...object.metadata, resourceVersion } };
      };
      writer.apply(at('9007199254740993'));
      writer.apply(at('9007199254740992'));
      writer.apply(at('999'));
      assert.deepEqual(reports(), ['watch added big big@9007199254740993']);
    });

    it('keeps the last received object where versions aren’t numbers', () => {
      const object = storedObject('odd', 0);
      for (const resourceVersion of ['x/2', 'x/1']) {
        writer.apply({ ...object, metadata: { ...object.metadata, resourceVersion } });
      }
      assert.deepEqual(reports(), ['watch added odd odd@x/2', 'watch updated odd odd@x/1']);
    });

    it('a watch event with a new uid under an old name is reported as a deletion and an addition', () => {
      writer.apply(storedObject('a', 6, { uid: 'a2' }));
      assert.deepEqual(reports(), ['watch deleted a a@1', 'watch added a a2@6']);
    });

    it('removes an object when another object of its name is deleted', () => {
      writer.delete(storedObject('a', 6, { uid: 'a2' }));
      assert.deepEqual(reports(), ['watch deleted a a@1']);
      assert.equal(store.size, 0);
    });

    it('reports progress without a change, and never goes back to an earlier version', () => {
      progress.length = 0;
      writer.recordBookmark('9');
      writer.recordBookmark('8');
      assert.deepEqual([progress, reports()], [['9', '9'], []]);
    });
  });

  describe('comparing a new list', () => {
    it('compares a new list, and reports added, changed and vanished objects, and no others', () => {
      writer.replace([storedObject('stays', 1), storedObject('changes', 2), storedObject('vanishes', 3)], '5');
      reports();
      writer.replace([storedObject('changes', 7), storedObject('comes', 8), storedObject('stays', 1)], '9');
      assert.deepEqual(reports(), [
        'list deleted vanishes vanishes@3',
        'list updated changes changes@7',
        'list added comes comes@8',
      ]);
      assert.deepEqual(names(store.list()), ['changes', 'comes', 'stays']);
      assert.equal(writer.resourceVersion, '9');
    });

    it('a listed object with a new uid under an old name is reported as a deletion and an addition', () => {
      writer.replace([storedObject('a', 1)], '5');
      reports();
      writer.replace([storedObject('a', 8, { uid: 'a2' })], '9');
      assert.deepEqual(reports(), ['list deleted a a@1', 'list added a a2@8']);
    });

    it('accepts an older list, which shows a restore of etcd', () => {
      writer.replace([storedObject('a', 50)], '60');
      reports();
      writer.replace([storedObject('a', 40)], '45');
      assert.deepEqual([reports(), writer.resourceVersion], [['list updated a a@40'], '45']);
      writer.apply(storedObject('a', 46));
      assert.deepEqual(reports(), ['watch updated a a@46']);
    });

    it('shows the whole list before it reports any of its changes', () => {
      const seen: [string, number][] = [];
      store.subscribe({
        ...silentSubscriber,
        changed: ({ object }) => seen.push([object.metadata.name, store.size]),
      });
      writer.replace([storedObject('a', 1), storedObject('b', 2), storedObject('c', 3)], '5');
      assert.deepEqual(seen, [
        ['a', 3],
        ['b', 3],
        ['c', 3],
      ]);
    });

    it('reports the progress of a list once, with its version', () => {
      writer.replace([storedObject('a', 1)], '5');
      assert.deepEqual(progress, ['5']);
    });
  });

  describe('reading', () => {
    beforeEach(() => {
      writer.replace(
        [
          storedObject('b', 1, { namespace: 'two', labels: { app: 'x', tier: 'db' } }),
          storedObject('b', 2, { namespace: 'one', uid: 'b-one', labels: { app: 'x' } }),
          storedObject('a', 3, { namespace: 'two', labels: { app: 'y', tier: 'db' } }),
          storedObject('B', 4, { namespace: 'two' }),
        ],
        '5',
      );
    });

    it('a store lists objects by namespace and name', () => {
      assert.deepEqual(
        store.list().map(({ metadata }) => `${metadata.namespace}/${metadata.name}`),
        ['one/b', 'two/B', 'two/a', 'two/b'],
      );
      assert.deepEqual(names(store.list({ namespace: 'two' })), ['B', 'a', 'b']);
      assert.deepEqual(names(store.list({ namespace: 'three' })), []);
    });

    it('a store lists objects that have all of the labels', () => {
      assert.deepEqual(names(store.list({ labels: { tier: 'db' } })), ['a', 'b']);
      assert.deepEqual(names(store.list({ labels: { tier: 'db', app: 'x' } })), ['b']);
      assert.deepEqual(names(store.list({ namespace: 'one', labels: { app: 'x' } })), ['b']);
      assert.deepEqual(names(store.list({ labels: { tier: 'web' } })), []);
      assert.equal(store.list({ labels: {} }).length, 4);
    });

    it('a query by labels shows changes of labels after the first query', () => {
      store.list({ labels: { app: 'x' } });
      writer.apply(storedObject('b', 6, { namespace: 'two', labels: { app: 'z' } }));
      writer.apply(storedObject('c', 7, { namespace: 'two', labels: { app: 'x' } }));
      writer.delete(storedObject('b', 8, { namespace: 'one', uid: 'b-one', labels: { app: 'x' } }));
      assert.deepEqual(names(store.list({ labels: { app: 'x' } })), ['c']);
      assert.deepEqual(names(store.list({ labels: { app: 'z' } })), ['b']);
    });

    it('a store gives one object by key', () => {
      assert.equal(store.get({ namespace: 'one', name: 'b' })?.metadata.uid, 'b-one');
      assert.equal(store.get({ name: 'b' }), undefined);
    });

    it('a store keeps cluster-scoped objects', () => {
      const { namespace: _, ...metadata } = storedObject('cluster-wide', 9).metadata;
      writer.apply({ apiVersion: 'v1', kind: 'Node', metadata });
      assert.equal(store.get({ name: 'cluster-wide' })?.kind, 'Node');
      assert.deepEqual(names(store.list()), ['cluster-wide', 'b', 'B', 'a', 'b']);
    });
  });

  describe('indexing', () => {
    const owned = (name: string, version: number, uid: string, controller = true) =>
      storedObject(name, version, {
        ownerReferences: [
          { apiVersion: 'v1', kind: 'X', name: 'elsewhere', uid: 'not-controlling' },
          { apiVersion: 'v1', kind: 'X', name: 'x', uid, controller },
        ],
      });

    it('an index finds the objects that an owner controls, and not those that it only owns', () => {
      writer.replace(
        [owned('b', 1, 'one'), owned('a', 2, 'one'), owned('c', 3, 'two'), owned('d', 4, 'one', false)],
        '5',
      );
      assert.deepEqual(names(store.indexed(byController, 'one')), ['a', 'b']);
      assert.deepEqual(names(store.indexed(byController, 'not-controlling')), []);
    });

    it('an index moves an object from one value to another, and removes it', () => {
      writer.replace([owned('a', 1, 'one')], '5');
      writer.apply(owned('a', 6, 'two'));
      assert.deepEqual(names(store.indexed(byController, 'one')), []);
      assert.deepEqual(names(store.indexed(byController, 'two')), ['a']);
      writer.delete(owned('a', 7, 'two'));
      assert.deepEqual(names(store.indexed(byController, 'two')), []);
    });

    it('an index finds an object under each of its values', () => {
      writer.apply(storedObject('a', 1, { annotations: { p: '', q: '' } }));
      assert.deepEqual([names(store.indexed(byKey, 'p')), names(store.indexed(byKey, 'q'))], [['a'], ['a']]);
    });

    it('an index finds the objects of one namespace', () => {
      writer.replace(
        [owned('a', 1, 'one'), storedObject('b', 2, { ...owned('b', 2, 'one').metadata, namespace: 'far' })],
        '5',
      );
      assert.deepEqual(names(store.indexed(byController, 'one')), ['a', 'b']);
      assert.deepEqual(names(store.indexed(byController, 'one', 'far')), ['b']);
    });

    it('an index finds objects from before it was added, and each function has one index', () => {
      const byName: IndexFunction = ({ metadata }) => [metadata.name];
      writer.replace([storedObject('a', 1)], '5');
      store.addIndex(byName);
      store.addIndex(byName);
      assert.deepEqual(names(store.indexed(byName, 'a')), ['a']);
      writer.delete(storedObject('a', 6));
      assert.deepEqual(names(store.indexed(byName, 'a')), []);
    });

    it('a store rejects a query of an index that it doesn’t have', () => {
      assert.throws(() => store.indexed(() => [], 'a'), { message: 'the cache of configmaps has no such index' });
    });

    it('a store keeps an object for which an index function throws, and logs the error', () => {
      writer.replace([storedObject('broken', 1), storedObject('fine', 2)], '5');
      assert.deepEqual(names(store.list()), ['broken', 'fine']);
      assert.deepEqual(
        logger.lines.map(({ level, fields }) => [level, fields.object]),
        [['error', 'default/broken']],
      );
      writer.delete(storedObject('broken', 6));
      assert.deepEqual(names(store.list()), ['fine']);
    });
  });

  it('reports the present objects to a late subscriber first, as a list would, and to no other subscriber', () => {
    writer.replace([storedObject('b', 1), storedObject('a', 2)], '5');
    reports();
    const late: string[] = [];
    store.subscribe({
      ...silentSubscriber,
      changed: ({ type, origin, object }) => late.push(`${origin} ${type} ${object.metadata.name}`),
      progressed: () => late.push(`progressed to ${writer.resourceVersion}`),
    });
    assert.deepEqual([late, reports()], [['list added a', 'list added b', 'progressed to 5'], []]);
    writer.apply(storedObject('c', 6));
    assert.deepEqual([late.at(-1), reports()], ['watch added c', ['watch added c c@6']]);
  });

  it('reports nothing to a subscriber before the first list', () => {
    const early: string[] = [];
    store.subscribe({
      ...silentSubscriber,
      changed: ({ type }) => early.push(type),
      progressed: () => early.push('progressed'),
    });
    assert.deepEqual(early, []);
    writer.replace([storedObject('a', 1)], '5');
    assert.deepEqual(early, ['added', 'progressed']);
  });

  it('calls the other subscribers when one fails, and logs that', () => {
    const reports: string[] = [];
    store.subscribe({
      ...silentSubscriber,
      changed: () => assert.fail('first'),
      progressed: () => assert.fail('first'),
    });
    store.subscribe({
      ...silentSubscriber,
      changed: ({ type }) => reports.push(type),
      progressed: () => reports.push('progressed'),
    });
    writer.replace([storedObject('a', 1)], '5');
    writer.delete(storedObject('a', 6));
    assert.deepEqual(reports, ['added', 'progressed', 'deleted']);
    assert.deepEqual(
      logger.lines.map(({ level, fields }) => [level, fields.object]),
      [
        ['error', 'default/a'],
        ['error', undefined],
        ['error', 'default/a'],
      ],
    );
  });
});
