import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { StoredObject } from '../../../lib/api/index.ts';
import { type Change, type IndexFunction, OwnWrites, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

const watched = ['one', 'two', 'three'];
const place = { namespace: fc.constantFrom(...watched, 'elsewhere'), name: fc.constantFrom('a', 'b', 'c') };
const value = fc.constantFrom('x', 'y');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('apply' as const), ...place, value }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('delete' as const), ...place }) },
  // The feed of one namespace breaks, lists again, or reports its progress, in any order with the other feeds.
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('break' as const, 'list' as const, 'bookmark' as const),
      namespace: fc.constantFrom(...watched),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const byValue: IndexFunction = ({ metadata }) => [metadata.labels?.value ?? ''];
const keyOf = ({ metadata }: StoredObject) => `${metadata.namespace}/${metadata.name}`;

/** A server, and a store with parts for three of its namespaces, each with its own feed. */
class World {
  readonly #server = new Map<string, StoredObject>();
  readonly #shown = new Map<string, StoredObject>();
  readonly #replica = new Map<string, StoredObject>();
  readonly #broken = new Set<string>();
  readonly #logger = new RecordingLogger();
  readonly #writes = new OwnWrites(new ManualClock());
  readonly #store: Store;
  readonly #writers: ReadonlyMap<string, StoreWriter>;
  #version = 1;

  constructor() {
    this.#store = new Store({ kind: configMap, logger: this.#logger });
    this.#writers = new Map(watched.map((namespace) => [namespace, new StoreWriter(this.#store, namespace)]));
    this.#store.addIndex(byValue);
    this.#store.subscribe({
      ...silentSubscriber,
      changed: (change) => this.#changed(change),
      progressed: (part) => this.#writes.observeBookmark(part),
    });
    for (const namespace of watched) this.#list(namespace);
  }

  take(taken: Step): void {
    switch (taken.type) {
      case 'apply':
        this.#apply(taken.namespace, taken.name, taken.value);
        break;
      case 'delete':
        this.#delete(taken.namespace, taken.name);
        break;
      case 'break':
        this.#broken.add(taken.namespace);
        break;
      case 'list':
        this.#list(taken.namespace);
        break;
      case 'bookmark':
        if (!this.#broken.has(taken.namespace)) this.#part(taken.namespace).recordBookmark(`${this.#version}`);
        break;
    }
    this.check();
  }

  /** The store shows the state that each feed has reached. */
  check(): void {
    const expected = [...this.#shown.values()].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    assert.deepEqual(this.#store.list().map(keyOf).toSorted(), expected.map(keyOf));
    assert.deepEqual(new Map(this.#replica), new Map(this.#shown));
    assert.equal(this.#store.size, expected.length);
    for (const wanted of ['x', 'y']) {
      const found = expected.filter(({ metadata }) => metadata.labels?.value === wanted);
      assert.deepEqual(new Set(this.#store.indexed(byValue, wanted)), new Set(found));
      assert.deepEqual(new Set(this.#store.list({ labels: { value: wanted } })), new Set(found));
      for (const namespace of watched) {
        const there = found.filter(({ metadata }) => metadata.namespace === namespace);
        assert.deepEqual(this.#store.indexed(byValue, wanted, namespace), there);
      }
    }
    for (const namespace of watched) {
      const isRegistering = this.#broken.has(namespace);
      assert.ok(isRegistering || this.#writes.isSettled(namespace), 'a feed has shown what it is still said to lack');
    }
    assert.deepEqual(this.#logger.lines, []);
  }

  #apply(namespace: string, name: string, labelled: string): void {
    const key = `${namespace}/${name}`;
    const uid = this.#server.get(key)?.metadata.uid ?? `${key}-${this.#version}`;
    const object = storedObject(name, ++this.#version, { namespace, uid, labels: { value: labelled } });
    this.#server.set(key, object);
    this.#note(object);
    if (!this.#isFollowed(namespace)) return;
    this.#shown.set(key, object);
    this.#part(namespace).apply(object);
  }

  #delete(namespace: string, name: string): void {
    const key = `${namespace}/${name}`;
    const object = this.#server.get(key);
    if (object === undefined) return;
    this.#server.delete(key);
    const deleted = storedObject(name, ++this.#version, object.metadata);
    if (!this.#isFollowed(namespace)) return;
    this.#shown.delete(key);
    this.#part(namespace).delete(deleted);
  }

  #list(namespace: string): void {
    this.#broken.delete(namespace);
    const there = [...this.#server.values()].filter(({ metadata }) => metadata.namespace === namespace);
    for (const [key, { metadata }] of this.#shown) if (metadata.namespace === namespace) this.#shown.delete(key);
    for (const object of there) this.#shown.set(keyOf(object), object);
    this.#part(namespace).replace(there, `${this.#version}`);
  }

  /** A reconcile of a key that is called like the namespace has written the object. */
  #note(object: StoredObject): void {
    this.#writes.noteWrite(object.metadata.namespace ?? '', object, this.#store);
  }

  #changed(change: Change): void {
    const { object } = change;
    const before = this.#replica.get(keyOf(object));
    this.#writes.observeChange(change, [], () => undefined);
    if (change.type === 'deleted') {
      assert.equal(before?.metadata.uid, object.metadata.uid, 'an object was deleted that was not there');
      this.#replica.delete(keyOf(object));
    } else {
      assert.equal(before, change.type === 'updated' ? change.previous : undefined, 'a change does not follow on');
      this.#replica.set(keyOf(object), object);
    }
  }

  #isFollowed(namespace: string): boolean {
    return watched.includes(namespace) && !this.#broken.has(namespace);
  }

  #part(namespace: string): StoreWriter {
    return this.#writers.get(namespace) ?? assert.fail(`${namespace} is watched`);
  }
}

describe('a store in parts, against a model', () => {
  it('a store shows the objects of each part, independent of the other parts, and none of other namespaces', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const world = new World();
        for (const taken of steps) world.take(taken);
      }),
      { numRuns: 300 },
    );
  });
});
