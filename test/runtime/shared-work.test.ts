import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Action, definitionKind, type StoredObject } from '../../lib/api/index.ts';
import { type Operator, StorageMigration } from '../../lib/constructs/index.ts';
import { runManager } from '../../lib/runtime/index.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import type { ManualClock } from '../../lib/testing/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RecordingLogger } from './recording-logger.ts';
import { configMapKind, keyOf, Shelf, shelf, shelfKind, shelfOperator } from './shelf.ts';

const shardCount = 8;
const names = Array.from({ length: 40 }, (_, index) => `shelf-${index}`);

/** Two reads of the Leases, and a moment. */
const handoverMs = 2_100;

/** A manager process of a sharded operator. */
class Manager {
  readonly logger = new RecordingLogger();
  /** The names of the shelves that it has reconciled. */
  passes: string[] = [];
  /** The action of its callback in each reconcile. */
  reconcile: (signal: AbortSignal) => Promise<void> = async () => {};
  readonly end: Promise<void>;
  readonly #stop = new AbortController();

  constructor(
    hostname: string,
    { server, clock }: { server: ObservedCluster; clock: ManualClock },
    extend: (operator: Operator) => void = () => {},
  ) {
    const operator = shelfOperator(
      {
        reconcile: async ({ metadata, signal }) => {
          this.passes.push(metadata.name);
          await this.reconcile(signal);
          return Action.awaitChange();
        },
      },
      { replicas: 3, shards: shardCount },
    );
    extend(operator);
    const ports = { connect: () => server.client(), clock, logger: this.logger, metrics: silentMetrics };
    this.end = runManager(operator, ports, { hostname, leaseNamespace: 'shelves' }, this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.end;
  }
}

describe('managers of an operator that shares its work', () => {
  let clock: ManualClock;
  let server: ObservedCluster;

  beforeEach(async () => {
    server = await ObservedCluster.start({ namespaces: ['shelves'] });
    clock = server.clock;
  });

  const started = (hostname: string, extend?: (operator: Operator) => void) =>
    new Manager(hostname, { server, clock }, extend);
  const putShelves = async (content: string) => {
    for (const name of names) await server.put(shelfKind, shelf(name, { [`${name}-box`]: content }));
  };
  const boxWrites = () => server.writes.filter((call) => call.startsWith('apply configmaps'));
  const objectWrites = () => server.writes.filter((call) => !/^\w+ (leases|events) /.test(call));
  const passesOf = (...managers: Manager[]) => managers.flatMap(({ passes }) => passes).toSorted();
  const forget = (...managers: Manager[]) => {
    for (const manager of managers) manager.passes = [];
  };

  async function team(...hostnames: string[]): Promise<Manager[]> {
    const managers: Manager[] = [];
    for (const hostname of hostnames) {
      managers.push(started(hostname));
      await clock.advance(2 * handoverMs);
    }
    return managers;
  }

  async function stopped(...managers: Manager[]): Promise<void> {
    const ends = managers.map((manager) => manager.stop());
    await clock.advance(0);
    await Promise.all(ends);
  }

  it('each resource is reconciled once by one of several managers, and each child is written once', async () => {
    const managers = await team('one', 'two', 'three');
    await putShelves('first');
    await clock.advance(100);
    assert.deepEqual(passesOf(...managers), names.toSorted());
    assert.ok(managers.every(({ passes }) => passes.length > 0));
    assert.equal(boxWrites().length, names.length);
    forget(...managers);
    await putShelves('second');
    await clock.advance(100);
    assert.deepEqual(passesOf(...managers), names.toSorted());
    assert.equal(boxWrites().length, 2 * names.length);
    await stopped(...managers);
  });

  it('a manager reconciles only the resources that it gains from another, without a write', async () => {
    const [one] = await team('one');
    assert.ok(one);
    await putShelves('first');
    await clock.advance(100);
    const writes = objectWrites().length;
    forget(one);
    const two = started('two');
    await clock.advance(handoverMs);
    assert.deepEqual(one.passes, []);
    assert.ok(two.passes.length > 0 && two.passes.length < names.length);
    assert.equal(objectWrites().length, writes);
    await stopped(one, two);
  });

  it('another manager repairs a child that changed while its owner was stopping', async () => {
    const [one, two] = await team('one', 'two');
    assert.ok(one && two);
    await putShelves('first');
    await clock.advance(100);
    const end = one.stop();
    for (const name of names) await server.remove(configMapKind, keyOf(`${name}-box`));
    await clock.advance(0);
    await end;
    await clock.advance(handoverMs);
    assert.equal(server.objects(configMapKind).length, names.length);
    await stopped(two);
  });

  it('a manager aborts a reconcile that delays a handover, and the next owner repeats it', async () => {
    const manifests = shelfOperator({}).toJson() as StoredObject[];
    for (const manifest of manifests.filter(({ kind }) => kind === definitionKind.kind))
      await server.put(definitionKind, manifest);
    const [one] = await team('one');
    assert.ok(one);
    one.reconcile = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await putShelves('first');
    await clock.advance(100);
    const waiting = new Set(one.passes);
    const two = started('two');
    await clock.advance(10_000 + 2 * handoverMs);
    const given = two.passes.filter((name) => waiting.has(name));
    assert.ok(given.length > 0 && given.length < waiting.size);
    assert.deepEqual(
      one.logger.lines.filter(({ level }) => level === 'warn' || level === 'error'),
      [],
    );
    await stopped(one, two);
  });

  it('only one of several managers migrates stored objects', async () => {
    server.setStoredVersions(shelfKind, ['v1beta1', 'v1']);
    const extend = (operator: Operator) => new StorageMigration(operator, 'Migration', { of: Shelf });
    const managers = ['one', 'two', 'three'].map((hostname) => started(hostname, extend));
    await clock.advance(40_000);
    const migrating = managers.filter(({ logger }) =>
      logger.lines.some(({ message }) => message === 'all objects are stored in the storage version now'),
    );
    assert.equal(migrating.length, 1);
    await stopped(...managers);
  });
});
