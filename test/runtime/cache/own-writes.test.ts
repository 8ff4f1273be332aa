import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { OwnWrites, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

describe('OwnWrites', () => {
  let writes: OwnWrites;
  let store: Store;
  let writer: StoreWriter;
  let triggered: string[];
  let resumed: string[];
  /** The keys that every change concerns. */
  let concerned: string[];

  beforeEach(() => {
    writes = new OwnWrites(new ManualClock());
    triggered = [];
    resumed = [];
    concerned = ['key'];
    store = new Store({
      kind: configMap,
      logger: silentLogger,
      selects: ({ metadata }) => metadata.namespace === 'default',
    });
    writer = new StoreWriter(store);
    store.subscribe({
      ...silentSubscriber,
      changed: (change) => writes.observeChange(change, concerned, (key) => triggered.push(key)),
      progressed: (part) => writes.observeBookmark(part),
    });
    writer.replace([storedObject('child', 1)], '5');
    triggered.length = 0;
  });

  const begin = (key: string) => writes.beginReconcile(key, () => resumed.push(key));

  /** A reconcile that gets these responses, before any of them shows up in the store. */
  function pass(key: string, ...responses: readonly ReturnType<typeof storedObject>[]): void {
    assert.ok(begin(key));
    for (const response of responses) writes.noteWrite(key, response, store);
    writes.finishReconcile(key);
  }

  describe('while the cache lags behind', () => {
    it('delays a key until the cache shows all its writes, and then resumes it once', () => {
      pass('key', storedObject('child', 6), storedObject('other', 7));
      assert.equal(writes.isSettled('key'), false);
      assert.equal(begin('key'), false);
      writer.apply(storedObject('child', 6));
      assert.deepEqual(resumed, []);
      writer.apply(storedObject('other', 7));
      assert.deepEqual(resumed, ['key']);
      assert.ok(writes.isSettled('key'));
      assert.ok(begin('key'));
    });

    it('stops waiting for a written object when its kind is no longer served', () => {
      const foreign = new Store({ kind: configMap, logger: silentLogger, isThirdParty: true });
      const foreignWriter = new StoreWriter(foreign);
      foreign.subscribe({ ...silentSubscriber, changed: () => {}, progressed: (part) => writes.observeBookmark(part) });
      foreignWriter.replace([], '5');
      assert.ok(begin('key'));
      writes.noteWrite('key', storedObject('child', 6), foreign);
      writes.finishReconcile('key');
      assert.equal(begin('key'), false);
      foreignWriter.clearUnserved();
      assert.deepEqual(resumed, ['key']);
      assert.ok(begin('key'));
    });

    it('stops waiting for a write when the cache shows a later version', () => {
      pass('key', storedObject('child', 6));
      writer.apply(storedObject('child', 9));
      assert.ok(begin('key'));
    });

    it('stops waiting for a write when the cache shows the object’s deletion, even without the written version', () => {
      pass('key', storedObject('child', 6));
      begin('key');
      writer.delete(storedObject('child', 7));
      assert.deepEqual(resumed, ['key']);
    });

    it('stops waiting for a write at a list of its version or a later one, even without the written object', () => {
      pass('key', storedObject('other', 6));
      begin('key');
      writer.replace([storedObject('child', 1)], '8');
      assert.deepEqual(resumed, ['key']);
    });

    it('continues to wait for a write after a list from before it', () => {
      pass('key', storedObject('other', 9));
      writer.replace([storedObject('child', 1)], '8');
      assert.equal(begin('key'), false);
      writer.apply(storedObject('other', 9));
      assert.deepEqual(resumed, ['key']);
    });

    it('stops waiting for a write at a bookmark of its version', () => {
      pass('key', storedObject('other', 6));
      writer.recordBookmark('6');
      assert.ok(begin('key'));
    });

    it('stops waiting for a write that a restore of etcd has undone', () => {
      pass('key', storedObject('child', 6));
      begin('key');
      writer.replace([storedObject('child', 1)], '3');
      assert.deepEqual(resumed, ['key']);
    });

    it('a write of one key doesn’t delay other keys', () => {
      pass('key', storedObject('child', 6));
      assert.ok(begin('another'));
    });

    it('resumes a delayed key once for each delay', () => {
      pass('key', storedObject('child', 6));
      begin('key');
      begin('key');
      writer.apply(storedObject('child', 6));
      assert.deepEqual(resumed, ['key', 'key']);
    });
  });

  it('keeps a limited number of requests for a reconcile while a cache lags for long', () => {
    pass('key', storedObject('child', 6));
    for (let wish = 0; wish < 5_000; wish += 1) begin('key');
    writer.apply(storedObject('child', 6));
    assert.equal(resumed.length, 1_000);
  });

  describe('never waits', () => {
    it('never waits for a write that changed nothing', () => {
      pass('key', storedObject('child', 1));
      assert.ok(begin('key'));
    });

    it('never waits for an object that the store does not select', () => {
      pass('key', storedObject('child', 9, { namespace: 'elsewhere' }));
      assert.ok(begin('key'));
    });

    it('never waits for a version that the cache has shown before the response', () => {
      assert.ok(begin('key'));
      writer.apply(storedObject('child', 6));
      writes.noteWrite('key', storedObject('child', 6), store);
      writes.finishReconcile('key');
      assert.ok(begin('key'));
    });

    it('never waits for versions that aren’t numbers', () => {
      const object = storedObject('child', 0);
      pass('key', { ...object, metadata: { ...object.metadata, resourceVersion: 'x/1' } });
      assert.ok(begin('key'));
    });
  });

  describe('an echo', () => {
    it('an echo causes no reconcile of the key that wrote the object', () => {
      pass('key', storedObject('child', 6));
      writer.apply(storedObject('child', 6));
      assert.deepEqual(triggered, []);
    });

    it('an echo causes no reconcile even if it arrives before the response', () => {
      assert.ok(begin('key'));
      writer.apply(storedObject('child', 6));
      writes.noteWrite('key', storedObject('child', 6), store);
      writes.finishReconcile('key');
      assert.deepEqual(triggered, []);
    });

    it('an echo queues the other keys that it concerns', () => {
      concerned = ['key', 'another'];
      pass('key', storedObject('child', 6));
      writer.apply(storedObject('child', 6));
      assert.deepEqual(triggered, ['another']);
    });

    it('a later version than the written one is not an echo', () => {
      pass('key', storedObject('child', 6));
      writer.apply(storedObject('child', 7));
      assert.deepEqual(triggered, ['key']);
    });

    it('a write has only one echo', () => {
      pass('key', storedObject('child', 6));
      writer.apply(storedObject('child', 6));
      writer.apply(storedObject('child', 7));
      assert.deepEqual(triggered, ['key']);
    });

    it('a list doesn’t contain an echo, since it hides the versions in between', () => {
      pass('key', storedObject('child', 8));
      writer.replace([storedObject('child', 8)], '8');
      assert.deepEqual(triggered, ['key']);
    });
  });

  describe('another actor’s change', () => {
    it('another actor’s change queues a key at once if no reconcile of the key runs', () => {
      writer.apply(storedObject('child', 6));
      assert.deepEqual(triggered, ['key']);
    });

    it('another actor’s change during a reconcile queues the key after it', () => {
      assert.ok(begin('key'));
      writer.apply(storedObject('child', 6));
      writes.noteWrite('key', storedObject('child', 7), store);
      assert.deepEqual(triggered, []);
      writes.finishReconcile('key');
      assert.deepEqual(triggered, ['key']);
      writer.apply(storedObject('child', 7));
      assert.deepEqual(triggered, ['key']);
    });

    it('a change queues a key at once after very many changes during its reconcile, which may hang permanently', () => {
      assert.ok(begin('key'));
      for (let version = 6; version < 1_006; version += 1) writer.apply(storedObject('child', version));
      assert.deepEqual(triggered, []);
      writer.apply(storedObject('child', 1_006));
      assert.deepEqual(triggered, ['key']);
    });

    it('another actor’s change during a reconcile queues other keys at once', () => {
      concerned = ['key', 'another'];
      assert.ok(begin('key'));
      writer.apply(storedObject('child', 6));
      assert.deepEqual(triggered, ['another']);
    });

    it('a deletion during a reconcile queues the key at once', () => {
      assert.ok(begin('key'));
      writer.delete(storedObject('child', 6));
      assert.deepEqual(triggered, ['key']);
    });
  });

  describe('a write whose object vanishes without an event', () => {
    it('a written object that a list before the response lacks causes another reconcile', () => {
      assert.ok(begin('key'));
      writer.replace([storedObject('child', 1)], '8');
      writes.noteWrite('key', storedObject('other', 6), store);
      assert.deepEqual([resumed, triggered], [['key'], []]);
    });

    it('a written object that a list after the response lacks causes another reconcile', () => {
      pass('key', storedObject('other', 6));
      writer.replace([storedObject('child', 1)], '8');
      assert.deepEqual([resumed, triggered], [['key'], []]);
    });

    it('a write that a restore of etcd has undone causes another reconcile', () => {
      pass('key', storedObject('child', 6));
      writer.replace([storedObject('child', 1)], '3');
      assert.deepEqual(resumed, ['key']);
    });
  });

  describe('a deletion', () => {
    it('a deletion delays the key until the cache shows the object as being deleted', () => {
      assert.ok(begin('key'));
      writes.noteDeletion('key', storedObject('child', 1), store);
      writes.finishReconcile('key');
      assert.equal(begin('key'), false);
      writer.apply(storedObject('child', 6, { deletionTimestamp: '2030-01-01T00:00:01Z' }));
      assert.deepEqual(resumed, ['key']);
    });

    it('a deletion delays the key until the object is gone or has a successor', () => {
      for (const vanish of [
        () => writer.delete(storedObject('child', 6)),
        () => writer.apply(storedObject('child', 8, { uid: 'next' })),
      ]) {
        writes.noteDeletion('key', storedObject('child', 1), store);
        writer.apply(storedObject('child', 4));
        assert.equal(begin('key'), store.size === 0);
        vanish();
        assert.ok(writes.isSettled('key'));
        writer.replace([storedObject('child', 1)], '5');
      }
    });

    it('a deletion doesn’t wait for an object that is already gone', () => {
      writer.delete(storedObject('child', 6));
      writes.noteDeletion('key', storedObject('child', 1), store);
      assert.ok(begin('key'));
    });

    it('a deletion queues the key, which may wait for the end of the object', () => {
      writes.noteDeletion('key', storedObject('child', 1), store);
      writer.delete(storedObject('child', 6));
      assert.deepEqual(triggered, ['key']);
    });
  });
});
