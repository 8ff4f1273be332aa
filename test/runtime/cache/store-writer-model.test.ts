import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { StoredObject } from '../../../lib/api/index.ts';
import { type Change, type IndexFunction, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

const name = fc.constantFrom('a', 'b', 'c', 'd');
const label = fc.constantFrom('x', 'y', 'z');
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('apply' as const), name, label }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('delete' as const, 'recreate' as const), name, label }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('replay' as const), pick: fc.nat() }) },
  // Changes during an interrupted watch are only in the next list.
  { weight: 1, arbitrary: fc.record({ type: fc.constant('disconnect' as const), steps: fc.nat({ max: 6 }) }) },
);

const byValue: IndexFunction = ({ metadata }) => [metadata.labels?.value ?? ''];

/** The objects of a server by name, each change with a new version. */
class ServerModel {
  readonly objects = new Map<string, StoredObject>();
  version = 1;
  #uid = 0;

  apply(objectName: string, value: string): StoredObject {
    const uid = this.objects.get(objectName)?.metadata.uid ?? `${objectName}-${this.#uid++}`;
    const object = storedObject(objectName, ++this.version, { uid, labels: { value } });
    this.objects.set(objectName, object);
    return object;
  }

  delete(objectName: string): StoredObject | undefined {
    const object = this.objects.get(objectName);
    this.objects.delete(objectName);
    return object && storedObject(objectName, ++this.version, object.metadata);
  }
}

describe('StoreWriter, against a model', () => {
  it('a store shows the server’s objects, and reports each difference once, through lists, replays and gaps', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 80 }), (steps) => {
        const server = new ServerModel();
        const logger = new RecordingLogger();
        const replica = new Map<string, StoredObject>();
        const store = new Store({ kind: configMap, logger });
        const writer = new StoreWriter(store);
        store.addIndex(byValue);
        store.subscribe({ ...silentSubscriber, changed: (change) => applyChange(replica, change) });
        writer.replace([], '1');
        const sent: StoredObject[] = [];
        let disconnected = 0;

        for (const taken of steps) {
          if (disconnected > 0 && --disconnected === 0)
            writer.replace([...server.objects.values()], `${server.version}`);
          const isConnected = disconnected === 0;
          switch (taken.type) {
            case 'apply': {
              const object = server.apply(taken.name, taken.label);
              sent.push(object);
              if (isConnected) writer.apply(object);
              break;
            }
            case 'delete': {
              const object = server.delete(taken.name);
              if (object !== undefined && isConnected) writer.delete(object);
              break;
            }
            case 'recreate': {
              server.delete(taken.name);
              const object = server.apply(taken.name, taken.label);
              sent.push(object);
              if (isConnected) writer.apply(object);
              break;
            }
            case 'replay': {
              // An older state of an existing object, from a stream that begins too early.
              const object = sent[taken.pick % Math.max(sent.length, 1)];
              if (object !== undefined && isConnected && server.objects.has(object.metadata.name)) writer.apply(object);
              break;
            }
            case 'disconnect':
              disconnected = Math.max(disconnected, taken.steps);
              break;
          }
          if (disconnected === 0) check(store, server, replica);
        }
        writer.replace([...server.objects.values()], `${server.version}`);
        check(store, server, replica);
        assert.deepEqual(logger.lines, []);
      }),
      { numRuns: 500 },
    );
  });
});

/** Keeps a copy from changes only: it is right only if none is missing, doubled or wrong. */
function applyChange(replica: Map<string, StoredObject>, change: Change): void {
  const { object } = change;
  const before = replica.get(object.metadata.name);
  switch (change.type) {
    case 'added':
      assert.equal(before, undefined, 'an object was added twice');
      replica.set(object.metadata.name, object);
      break;
    case 'updated':
      assert.equal(change.previous, before, 'an update does not follow on what was reported before');
      assert.equal(object.metadata.uid, before?.metadata.uid);
      assert.notEqual(object.metadata.resourceVersion, before?.metadata.resourceVersion);
      replica.set(object.metadata.name, object);
      break;
    case 'deleted':
      assert.equal(object.metadata.uid, before?.metadata.uid, 'an object was deleted that was not there');
      replica.delete(object.metadata.name);
      break;
  }
}

function check(store: Store, server: ServerModel, replica: ReadonlyMap<string, StoredObject>): void {
  const expected = [...server.objects.values()].sort((one, other) =>
    one.metadata.name < other.metadata.name ? -1 : 1,
  );
  assert.deepEqual(store.list(), expected);
  assert.deepEqual(new Map(replica), new Map(server.objects));
  for (const value of ['x', 'y', 'z']) {
    const labelled = expected.filter(({ metadata }) => metadata.labels?.value === value);
    assert.deepEqual(store.list({ namespace: 'default', labels: { value } }), labelled);
    assert.deepEqual(store.indexed(byValue, value), labelled);
  }
}
