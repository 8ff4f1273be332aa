import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { StoredObject } from '../../../lib/api/index.ts';
import { type Change, OwnWrites, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { configMap, storedObject } from '../stored-object.ts';
import { silentSubscriber } from './silent-subscriber.ts';

/** Returns the keys that an object concerns, by its name. Objects of namespace `hidden` are not in the store. */
const concerns: Readonly<Record<string, readonly string[]>> = {
  'a-1': ['a'],
  'a-2': ['a'],
  'b-1': ['b'],
  shared: ['a', 'b'],
  hidden: ['a'],
};
const name = fc.constantFrom(...Object.keys(concerns));
const key = fc.constantFrom<string>('a', 'b');

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constantFrom('write' as const, 'write without change' as const, 'delete' as const),
      key,
      name,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('foreign write' as const, 'foreign deletion' as const), name }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constantFrom('begin' as const, 'response' as const, 'finish' as const), key }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('deliver' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('list' as const, 'bookmark' as const) }) },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A server, a store that lags behind it, and one reconcile at a time for each of two keys. */
class World {
  readonly #server = new Map<string, StoredObject>();
  #version = 1;
  /** Requests that have been sent, and have not arrived. */
  #events: { readonly type: 'apply' | 'delete'; readonly object: StoredObject }[] = [];
  readonly #writes = new OwnWrites(new ManualClock());
  readonly #store: Store;
  readonly #writer: StoreWriter;
  readonly #wanted = new Set<string>();
  readonly #passes = new Map<string, (() => void)[]>();
  readonly #again = new Set<string>();
  /** Key → name → the version in the last reconcile of the key; undefined if absent. */
  readonly #known = new Map<string, Map<string, string | undefined>>();
  /** Key → the newest version that it has written. */
  readonly #written = new Map<string, number>();
  /** Key → the reconciles so far, and those that other actors' changes allow. */
  readonly #begun: Record<string, number> = { a: 0, b: 0 };
  readonly #allowed: Record<string, number> = { a: 0, b: 0 };

  constructor() {
    this.#store = new Store({
      kind: configMap,
      logger: silentLogger,
      selects: ({ metadata }) => metadata.name !== 'hidden',
    });
    this.#writer = new StoreWriter(this.#store);
    this.#store.subscribe({
      ...silentSubscriber,
      changed: (change) => this.#changed(change),
      progressed: (part) => this.#writes.observeBookmark(part),
    });
    this.#writer.replace([], '1');
  }

  take(taken: Step): void {
    switch (taken.type) {
      case 'write':
      case 'write without change':
      case 'delete': {
        const responses = this.#passes.get(taken.key);
        if (responses !== undefined && concerns[taken.name]?.includes(taken.key)) this.#write(taken, responses);
        break;
      }
      case 'foreign write':
        this.#apply(taken.name, undefined);
        break;
      case 'foreign deletion':
        this.#delete(taken.name, undefined);
        break;
      case 'begin':
        this.#begin(taken.key);
        break;
      case 'response':
        this.#passes.get(taken.key)?.shift()?.();
        break;
      case 'finish':
        this.#finish(taken.key);
        break;
      case 'deliver': {
        const event = this.#events.shift();
        if (event !== undefined) this.#writer[event.type](event.object);
        break;
      }
      case 'list':
        this.#events = [];
        this.#writer.replace(
          [...this.#server.values()].filter(({ metadata }) => metadata.name !== 'hidden'),
          `${this.#version}`,
        );
        break;
      case 'bookmark':
        if (this.#events.length === 0) this.#writer.recordBookmark(`${this.#version}`);
        break;
    }
  }

  /** Lets all requests arrive and every requested reconcile run; then no work may be left, and no version unknown. */
  settle(): void {
    for (let round = 0; round < 100; round++) {
      for (const each of ['a', 'b']) {
        while ((this.#passes.get(each)?.length ?? 0) > 0) this.take({ type: 'response', key: each });
        this.#finish(each);
      }
      while (this.#events.length > 0) this.take({ type: 'deliver' });
      for (const each of ['a', 'b']) this.#begin(each);
    }
    assert.deepEqual([this.#wanted.size, this.#passes.size], [0, 0], 'a key is blocked permanently');
    for (const [objectName, keys] of Object.entries(concerns)) {
      if (objectName === 'hidden') continue;
      for (const each of keys) {
        const known = this.#known.get(each)?.get(objectName);
        const current = this.#server.get(objectName)?.metadata.resourceVersion;
        assert.equal(known, current, `${each} does not know the last state of ${objectName}`);
      }
    }
    for (const each of ['a', 'b']) {
      assert.ok((this.#begun[each] ?? 0) <= (this.#allowed[each] ?? 0), `${each} was reconciled without a reason`);
    }
  }

  #begin(each: string): void {
    if (!this.#wanted.has(each) || this.#passes.has(each)) return;
    this.#wanted.delete(each);
    if (!this.#writes.beginReconcile(each, () => this.#want(each))) return;
    this.#begun[each] = (this.#begun[each] ?? 0) + 1;
    assert.ok(
      Number(this.#writer.resourceVersion) >= (this.#written.get(each) ?? 0),
      'a reconcile reads a cache from before its own writes',
    );
    this.#passes.set(each, []);
    this.#known.set(each, new Map(this.#store.list().map(({ metadata }) => [metadata.name, metadata.resourceVersion])));
  }

  #finish(each: string): void {
    if (this.#passes.get(each)?.length !== 0) return;
    this.#passes.delete(each);
    this.#writes.finishReconcile(each);
    if (this.#again.delete(each)) this.#wanted.add(each);
  }

  /** Adds a key as a queue does: once, and again after a running reconcile. */
  #want(each: string): void {
    if (this.#passes.has(each)) this.#again.add(each);
    else this.#wanted.add(each);
  }

  #changed(change: Change): void {
    const keys = concerns[change.object.metadata.name] ?? [];
    if (change.origin === 'list') for (const each of keys) this.#allow(each);
    this.#writes.observeChange(change, keys, (each) => this.#want(each));
  }

  #allow(each: string): void {
    this.#allowed[each] = (this.#allowed[each] ?? 0) + 1;
  }

  #write(
    { type, key: author, name: objectName }: Extract<Step, { name: string; key: string }>,
    responses: (() => void)[],
  ): void {
    const before = this.#server.get(objectName);
    if (type === 'delete') {
      if (before === undefined) return;
      this.#delete(objectName, author);
      responses.push(() => this.#writes.noteDeletion(author, before, this.#store));
      return;
    }
    const response = type === 'write without change' && before !== undefined ? before : this.#apply(objectName, author);
    const version = Number(response.metadata.resourceVersion);
    if (objectName !== 'hidden') this.#written.set(author, Math.max(version, this.#written.get(author) ?? 0));
    responses.push(() => {
      this.#writes.noteWrite(author, response, this.#store);
      this.#known.get(author)?.set(objectName, response.metadata.resourceVersion);
    });
  }

  #apply(objectName: string, author: string | undefined): StoredObject {
    const uid = this.#server.get(objectName)?.metadata.uid ?? `${objectName}-${this.#version}`;
    const object = storedObject(objectName, ++this.#version, { uid });
    this.#server.set(objectName, object);
    this.#send('apply', object, author);
    return object;
  }

  #delete(objectName: string, author: string | undefined): void {
    const object = this.#server.get(objectName);
    if (object === undefined) return;
    this.#server.delete(objectName);
    this.#send('delete', storedObject(objectName, ++this.#version, object.metadata), author);
  }

  #send(type: 'apply' | 'delete', object: StoredObject, author: string | undefined): void {
    const { name: objectName } = object.metadata;
    if (objectName === 'hidden') return;
    this.#events.push({ type, object });
    for (const each of concerns[objectName] ?? []) if (each !== author || type === 'delete') this.#allow(each);
  }
}

describe('OwnWrites, against a model', () => {
  it('OwnWrites allows no reconcile on a stale cache, misses no change, blocks no key and ignores echoes', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 120, size: 'max' }), (steps) => {
        const world = new World();
        for (const taken of steps) world.take(taken);
        world.settle();
      }),
      { numRuns: 2000 },
    );
  });
});
