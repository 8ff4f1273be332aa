// In: one client, one selection, and the witness of the real events. Out: all disagreements of the two. Connects
// modules as the runtime does: watcher, store, queue and a worker. Called by the fault run.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatObjectKey, objectKey, parseObjectKey, type StoredObject } from '../../lib/api/index.ts';
import type { Client } from '../../lib/client/index.ts';
import type { Clock } from '../../lib/clock/index.ts';
import { type Change, type IndexFunction, Store, StoreWriter } from '../../lib/runtime/cache/index.ts';
import { WorkQueue } from '../../lib/runtime/queue/index.ts';
import { Watcher } from '../../lib/runtime/watch/index.ts';
import { type LogFields, type Logger, silentMetrics } from '../../lib/telemetry/index.ts';
import { silentSubscriber } from '../runtime/cache/silent-subscriber.ts';
import { silentSink } from '../runtime/watch/silent-sink.ts';
import { Chance } from './chance.ts';
import { disagreeUnless } from './disagreement.ts';
import { eventReport, listReport, Testimony, type WatcherReport } from './testimony.ts';
import { digestOf } from './watched-selection.ts';
import type { Witness } from './witness.ts';

/** Dependencies of a reflector. */
export interface ReflectorOptions {
  readonly name: string;
  readonly seed: number;
  readonly client: Client;
  readonly clock: Clock;
  readonly witness: Witness;
}

const workerCount = 2;

/** A watcher of one selection, behind a faulty network. */
export class Reflector {
  readonly name: string;
  /** The reports of its watcher. */
  readonly testimony: Testimony;
  readonly #store: Store;
  readonly #storeWriter: StoreWriter;
  readonly #queue: WorkQueue;
  readonly #watcher: Watcher;
  readonly #chance: Chance;
  /** A copy of the store, built from its changes only. */
  readonly #replica = new Map<string, StoredObject>();
  /** Keys that have changed and are not in a worker's hands since → the expected version. */
  readonly #awaited = new Map<string, string | undefined>();
  readonly #inFlight = new Set<string>();
  #problem: Error | undefined;

  constructor({ name, seed, client, clock, witness }: ReflectorOptions) {
    this.name = name;
    this.testimony = new Testimony(witness);
    this.#chance = new Chance(seed, name, 'worker');
    const { kind, transform, ...selection } = witness.selection;
    const logger = reporting((problem) => this.#fail(problem));
    this.#queue = new WorkQueue({ clock, metrics: silentMetrics.queue(name) }, { workerCount });
    this.#store = new Store({ kind, logger });
    this.#storeWriter = new StoreWriter(this.#store);
    this.#store.addIndex(byTemperature);
    this.#store.subscribe({ ...silentSubscriber, changed: (change) => this.#check(() => this.#changed(change)) });
    const sink = {
      ...silentSink,
      replace: (objects: readonly StoredObject[], version: string) =>
        this.#report(listReport(objects, version), () => this.#storeWriter.replace(objects, version)),
      apply: (object: StoredObject) => this.#report(eventReport(object, false), () => this.#storeWriter.apply(object)),
      delete: (object: StoredObject) => this.#report(eventReport(object, true), () => this.#storeWriter.delete(object)),
      recordBookmark: (version: string) =>
        this.#report({ type: 'progress', version: Number(version) }, () => this.#storeWriter.recordBookmark(version)),
    };
    this.#watcher = new Watcher({ client, clock, logger }, { kind, ...selection, sink, transform });
  }

  /** Watches, and works on changes, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const workers = Array.from({ length: workerCount }, () => this.#work(signal));
    await Promise.all([this.#watcher.run(signal), ...workers]);
  }

  /** True if a worker has finished every changed key. */
  get isIdle(): boolean {
    return this.#awaited.size === 0 && this.#inFlight.size === 0 && this.#queue.size === 0;
  }

  /** Describes the keys that the worker still waits for. */
  get awaited(): string {
    return `${[...this.#awaited.keys()].join(', ') || 'nothing'} (in flight: ${[...this.#inFlight].join(', ') || 'nothing'}; waiting: ${this.#queue.size})`;
  }

  /** @throws Error at the first disagreement with the witness's events so far. */
  verify(): void {
    if (this.#problem !== undefined) throw this.#problem;
    this.testimony.confirm();
  }

  /** @throws Disagreement if the store, or the copy of its changes, differs from `objects`. */
  verifyEnd(objects: readonly StoredObject[]): void {
    const expected = versions(objects);
    disagreeUnless(
      expected === versions(this.#store.list()),
      `the store shows ${versions(this.#store.list())}, but there are ${expected}`,
    );
    disagreeUnless(digests(objects) === digests(this.#store.list()), 'the store shows objects with another content');
    const replayed = versions([...this.#replica.values()]);
    disagreeUnless(expected === replayed, `the changes add up to ${replayed}, but there are ${expected}`);
    const hot = versions(objects.filter((object) => byTemperature(object).includes('hot')));
    const indexed = versions(this.#store.indexed(byTemperature, 'hot'));
    disagreeUnless(hot === indexed, `the index shows ${indexed}, but there are ${hot}`);
  }

  #report(report: WatcherReport, pass: () => void): void {
    this.#check(() => {
      this.testimony.add(report);
      pass();
      disagreeUnless(
        Number(this.#storeWriter.resourceVersion) === report.version,
        `the store claims version ${this.#storeWriter.resourceVersion} after a report of version ${report.version}`,
      );
    });
  }

  #changed(change: Change): void {
    const { object } = change;
    const key = formatObjectKey(objectKey(object));
    const before = this.#replica.get(key);
    if (change.type === 'added') {
      disagreeUnless(before === undefined, `${key} is added though it exists`);
    } else {
      disagreeUnless(
        before?.metadata.uid === object.metadata.uid,
        `${key} is ${change.type} though the replica has another object, or none`,
      );
    }
    if (change.type === 'updated') {
      disagreeUnless(change.previous === before, `${key} is updated from a state that was never reported`);
      const isNewer = Number(object.metadata.resourceVersion) > Number(before?.metadata.resourceVersion);
      disagreeUnless(
        isNewer,
        `${key} goes back from ${before?.metadata.resourceVersion} to ${object.metadata.resourceVersion}`,
      );
    }
    if (change.type === 'deleted') this.#replica.delete(key);
    else this.#replica.set(key, object);
    this.#awaited.set(key, change.type === 'deleted' ? undefined : object.metadata.resourceVersion);
    this.#queue.add(
      key,
      change.origin === 'list' ? { reason: 'listed', lane: 'background' } : { reason: 'resource-updated' },
    );
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#workOnce(signal);
      } catch (error) {
        if (!signal.aborted) this.#fail(error);
      }
    }
  }

  async #workOnce(signal: AbortSignal): Promise<void> {
    const { key } = await this.#queue.take(signal);
    disagreeUnless(!this.#inFlight.has(key), `${key} is in flight twice`);
    this.#inFlight.add(key);
    const seen = this.#store.get(parseObjectKey(key))?.metadata.resourceVersion;
    if (this.#awaited.has(key)) {
      const awaited = this.#awaited.get(key);
      disagreeUnless(seen === awaited, `${key} is handed out when the store shows ${seen}, not ${awaited}`);
      this.#awaited.delete(key);
    }
    await nextTurn();
    if (this.#chance.happens(0.05)) this.#queue.retry(key);
    else this.#queue.forget(key);
    this.#inFlight.delete(key);
    this.#queue.done(key);
  }

  /** A watcher repeats an event whose sink fails: here such a failure is an error of the library. */
  #check(check: () => void): void {
    try {
      check();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(problem: unknown): void {
    this.#problem ??= problem instanceof Error ? problem : new Error(String(problem));
  }
}

const byTemperature: IndexFunction = ({ metadata }) => [metadata.labels?.temperature ?? ''];

function versions(objects: readonly StoredObject[]): string {
  const lines = objects.map(
    ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name} ${metadata.resourceVersion}`,
  );
  return lines.sort().join(', ');
}

function digests(objects: readonly StoredObject[]): string {
  return objects.map(digestOf).sort().join();
}

/** Returns a logger that reports every error as a problem: the expected failures of a bad network are warnings. */
function reporting(report: (problem: unknown) => void): Logger {
  const logger: Logger = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (message: string, fields?: LogFields) => report(new Error(message, { cause: fields?.error ?? fields })),
    with: () => logger,
  };
  return logger;
}
