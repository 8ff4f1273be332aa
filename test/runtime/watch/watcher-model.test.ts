import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { StoredObject } from '../../../lib/api/index.ts';
import { type Change, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { Watcher, type WatchSink } from '../../../lib/runtime/watch/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { silentSubscriber } from '../cache/silent-subscriber.ts';
import { configMap } from '../stored-object.ts';
import { silentSink } from './silent-sink.ts';
import { type Fault, WatchServer } from './watch-server.ts';

const name = fc.integer({ min: 0, max: 5 }).map((number) => `object-${number}`);
const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ type: fc.constant('status' as const), status: fc.constantFrom(400, 401, 403, 404, 410, 429, 500, 503) }),
  fc.record({ type: fc.constantFrom('reset' as const, 'silence' as const) }),
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constantFrom('apply' as const, 'delete' as const, 'recreate' as const), name }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('age' as const, 'compact' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('fail list' as const), fault }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('fail stream' as const),
      fault: fc.oneof(fault, fc.constant<Fault>({ type: 'end' })),
      afterCount: fc.nat({ max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('outage' as const), fault: fc.option(fault, { nil: undefined }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constant('advance' as const), ms: fc.constantFrom(0, 1, 1000, 10_000, 60_000) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A server, and a store that a watcher fills from it. */
class World {
  readonly clock = new ManualClock();
  readonly server: WatchServer;
  readonly #controller = new AbortController();
  readonly #store: Store;
  readonly #run: Promise<void>;
  readonly #problems: unknown[] = [];
  /** A copy of the store, built from its changes only. */
  readonly #replica = new Map<string, StoredObject>();
  readonly #reported = new Set<string>();
  readonly #made: string[] = [];
  /** The version of the first list, once it has been shown. */
  #listVersion: string | undefined;
  #listCount = 0;

  constructor(traits: Partial<WatchServer>) {
    this.server = Object.assign(new WatchServer(this.clock), traits);
    const store = new Store({ kind: configMap, logger: silentLogger });
    const writer = new StoreWriter(store);
    store.subscribe({ ...silentSubscriber, changed: (change) => this.#check(() => this.#changed(change)) });
    const sink: WatchSink = {
      ...silentSink,
      replace: (objects, version) => {
        this.#listCount++;
        this.#listVersion ??= version;
        writer.replace(objects, version);
      },
      apply: (object) => writer.apply(object),
      delete: (object) => writer.delete(object),
      recordBookmark: (version) => writer.recordBookmark(version),
    };
    this.#store = store;
    const ports = { client: this.server, clock: this.clock, logger: silentLogger };
    const watcher = new Watcher(ports, { kind: configMap, sink });
    this.#run = watcher.run(this.#controller.signal);
  }

  async take(taken: Step): Promise<void> {
    const { server } = this;
    switch (taken.type) {
      case 'recreate':
        server.delete(taken.name);
        this.#made.push(server.apply(taken.name).metadata.resourceVersion);
        break;
      case 'apply':
        this.#made.push(server.apply(taken.name).metadata.resourceVersion);
        break;
      case 'delete':
        server.delete(taken.name);
        break;
      case 'age':
      case 'compact':
        server[taken.type]();
        break;
      case 'fail list':
        server.listFaults.push(taken.fault);
        break;
      case 'fail stream':
        server.streamFaults.push({ ...taken.fault, afterCount: taken.afterCount });
        break;
      case 'outage':
        server.outage = taken.fault;
        break;
      case 'advance':
        await this.clock.advance(taken.ms);
        break;
    }
  }

  /** Without further faults, all events must arrive within three minutes. */
  async settle(): Promise<void> {
    const { server, clock } = this;
    server.listFaults.length = 0;
    server.streamFaults.length = 0;
    server.outage = undefined;
    await clock.advance(180_000);
    this.#controller.abort();
    await this.#run;
    await clock.advance(0);

    for (const problem of this.#problems) throw problem;
    assert.deepEqual(this.#store.list(), server.objects);
    assert.deepEqual(this.#replica, new Map(server.objects.map((object) => [object.metadata.name, object])));
    if (this.#listCount === 1) {
      const made = this.#made.filter((version) => Number(version) > Number(this.#listVersion));
      for (const version of made) assert.ok(this.#reported.has(version), `version ${version} was never reported`);
    }
    assert.equal(clock.pendingCount, 0);
  }

  #changed(change: Change): void {
    const { object } = change;
    const { name: objectName, uid, resourceVersion } = object.metadata;
    const before = this.#replica.get(objectName);
    const once = change.type === 'deleted' ? `deletion of ${uid}` : resourceVersion;
    assert.ok(!this.#reported.has(once), `${once} was reported twice`);
    this.#reported.add(once);
    if (change.type === 'deleted') {
      assert.equal(before?.metadata.uid, uid);
      this.#replica.delete(objectName);
    } else {
      assert.equal(change.type === 'updated' ? change.previous : undefined, before);
      this.#replica.set(objectName, object);
    }
  }

  #check(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#problems.push(error);
    }
  }
}

describe('Watcher, against a server with faults', () => {
  it('a Watcher ends with the server’s objects, and omits only changes that a new list hides', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }),
        fc.integer({ min: 1, max: 10 }),
        fc.boolean(),
        fc.constantFrom('offered' as const, 'offered' as const, 'refused' as const, 'ignored' as const),
        async (steps, mostInPage, hasLateBookmarks, streamedLists) => {
          const world = new World({ mostInPage, hasLateBookmarks, streamedLists });
          await world.clock.advance(0);
          for (const taken of steps) await world.take(taken);
          await world.settle();
        },
      ),
      { numRuns: 400 },
    );
  });
});
