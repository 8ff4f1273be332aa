// In: one client, one selection, and the witness of what really happens. Out: everything in which the two disagree.
// Puts together what the runtime does: watcher, store, queue and a worker. Called by the fault run.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatObjectKey, objectKey, parseObjectKey, type StoredObject } from '../../lib/api/index.ts';
import type { Client } from '../../lib/client/index.ts';
import { Backoff, type Clock } from '../../lib/clock/index.ts';
import { type Change, type IndexFunction, StoreWriter } from '../../lib/runtime/cache/index.ts';
import { WorkQueue } from '../../lib/runtime/queue/index.ts';
import { Watcher } from '../../lib/runtime/watch/index.ts';
import { type LogFields, type Logger, silentMetrics } from '../../lib/telemetry/index.ts';
import { Chance } from './chance.ts';
import { digestOf, type FollowedSelection } from './followed-selection.ts';
import type { Witness } from './witness.ts';

/** What a follower works with. */
export interface FollowerOptions {
  readonly name: string;
  readonly seed: number;
  readonly client: Client;
  readonly clock: Clock;
  readonly witness: Witness;
}

/** What the sink was told. */
type Told =
  | { readonly type: 'list'; readonly version: number; readonly digests: ReadonlyMap<string, string> }
  | {
      readonly type: 'event';
      readonly version: number;
      readonly uid: string;
      readonly isDeleted: boolean;
      readonly digest: string;
    }
  | { readonly type: 'progress'; readonly version: number };

/** A follower has been told, or has told, something else than what happened. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement';
}

const workerCount = 2;

/** One selection, followed through a faulty network. */
export class Follower {
  readonly name: string;
  readonly selection: FollowedSelection;
  readonly #witness: Witness;
  readonly #store: StoreWriter;
  readonly #queue: WorkQueue;
  readonly #watcher: Watcher;
  readonly #chance: Chance;
  /** What the witness hasn't confirmed yet. */
  readonly #told: Told[] = [];
  /** uid → digest, as it was when everything confirmed had happened. */
  readonly #truth: Map<string, string>;
  #confirmedCount = 0;
  #confirmedVersion = 0;
  /** A copy of the store made from its changes alone. */
  readonly #replica = new Map<string, StoredObject>();
  /** Keys that have changed and haven't been handed out since → the version to be seen then. */
  readonly #awaited = new Map<string, string | undefined>();
  readonly #inFlight = new Set<string>();
  #problem: Error | undefined;
  #version = 0;
  #listCount = 0;
  #eventCount = 0;

  constructor({ name, seed, client, clock, witness }: FollowerOptions) {
    this.name = name;
    this.selection = witness.selection;
    this.#witness = witness;
    this.#truth = new Map(witness.initial);
    this.#chance = new Chance(seed, name, 'worker');
    const { kind, transform, ...selection } = witness.selection;
    const logger = complaining((problem) => this.#fail(problem));
    const backoff = new Backoff({ baseMs: 1, maxMs: 8 });
    this.#queue = new WorkQueue({ clock, metrics: silentMetrics.queue(name) }, { backoff });
    this.#store = new StoreWriter({ kind, logger });
    this.#store.addIndex(byTemperature);
    this.#store.subscribe({ changed: (change) => this.#check(() => this.#changed(change)) });
    const sink = {
      replaced: (objects: readonly StoredObject[], version: string) => {
        const digests = new Map(objects.map((object) => [object.metadata.uid, digestOf(object)]));
        this.#tell({ type: 'list', version: Number(version), digests }, () => this.#store.replaced(objects, version));
        this.#listCount += 1;
      },
      applied: (object: StoredObject) => this.#tell(told(object, false), () => this.#store.applied(object)),
      deleted: (object: StoredObject) => this.#tell(told(object, true), () => this.#store.deleted(object)),
      progressed: (version: string) =>
        this.#tell({ type: 'progress', version: Number(version) }, () => this.#store.progressed(version)),
    };
    this.#watcher = new Watcher(
      { client, clock, logger },
      { kind, ...selection, sink, transform, backoff: new Backoff({ baseMs: 1, maxMs: 200 }) },
    );
  }

  /** The version up to which the store shows everything. */
  get version(): number {
    return this.#version;
  }

  get listCount(): number {
    return this.#listCount;
  }

  get eventCount(): number {
    return this.#eventCount;
  }

  /** How many events of the witness have been confirmed. */
  get confirmedCount(): number {
    return this.#confirmedCount;
  }

  /** All objects of the store. */
  get objects(): readonly StoredObject[] {
    return this.#store.list();
  }

  /** Follows, and works on what changes, until `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const workers = Array.from({ length: workerCount }, () => this.#work(signal));
    await Promise.all([this.#watcher.run(signal), ...workers]);
  }

  /** Whether every key that changed has been handed out since, and worked on. */
  get isIdle(): boolean {
    return this.#awaited.size === 0 && this.#inFlight.size === 0 && this.#queue.size === 0;
  }

  /** What the worker still waits for, as text. */
  get awaited(): string {
    return `${[...this.#awaited.keys()].join(', ') || 'nothing'} (in flight: ${[...this.#inFlight].join(', ') || 'nothing'}; waiting: ${this.#queue.size})`;
  }

  /**
   * Holds what was told against what happened, as far as the witness has come.
   *
   * @throws Disagreement
   */
  verify(): void {
    if (this.#problem !== undefined) throw this.#problem;
    let told = this.#told[0];
    while (told !== undefined && told.version <= this.#witness.version) {
      this.#confirm(told);
      this.#told.shift();
      told = this.#told[0];
    }
  }

  /** How much of what was told is not verified. */
  get unverifiedCount(): number {
    return this.#told.length;
  }

  /** @throws Disagreement if the store, or the copy made from its changes, is anything else than `objects`. */
  verifyEnd(objects: readonly StoredObject[]): void {
    const expected = versions(objects);
    disagreeUnless(
      expected === versions(this.#store.list()),
      `the store shows ${versions(this.#store.list())}, but there are ${expected}`,
    );
    disagreeUnless(digests(objects) === digests(this.#store.list()), 'the store shows objects with another content');
    const told = versions([...this.#replica.values()]);
    disagreeUnless(expected === told, `the changes add up to ${told}, but there are ${expected}`);
    const hot = versions(objects.filter((object) => byTemperature(object).includes('hot')));
    const indexed = versions(this.#store.indexed(byTemperature, 'hot'));
    disagreeUnless(hot === indexed, `the index shows ${indexed}, but there are ${hot}`);
  }

  #tell(told: Told, pass: () => void): void {
    this.#check(() => {
      disagreeUnless(
        told.version >= this.#version,
        `told of version ${told.version} (${told.type}) after ${this.#version}`,
      );
      this.#told.push(told);
      this.#version = told.version;
      if (told.type === 'event') this.#eventCount += 1;
      pass();
      disagreeUnless(
        Number(this.#store.resourceVersion) === told.version,
        `the store claims version ${this.#store.resourceVersion} when it has been told ${told.version}`,
      );
    });
  }

  #confirm(told: Told): void {
    switch (told.type) {
      case 'list':
        for (let next = this.#next(told.version); next !== undefined; next = this.#next(told.version))
          this.#advance(next);
        this.#confirmList(told.digests, told.version);
        break;
      case 'event': {
        const next = this.#witness.event(this.#confirmedCount);
        const isSame =
          next?.version === told.version &&
          next.uid === told.uid &&
          next.isDeleted === told.isDeleted &&
          next.digest === told.digest;
        disagreeUnless(
          isSame,
          `told ${JSON.stringify(told)} after version ${this.#confirmedVersion}, but what happened next is ${JSON.stringify(next)}`,
        );
        if (next !== undefined) this.#advance(next);
        break;
      }
      case 'progress': {
        const missed = this.#next(told.version);
        disagreeUnless(missed === undefined, `told of progress to ${told.version} without ${JSON.stringify(missed)}`);
        break;
      }
    }
    this.#confirmedVersion = told.version;
  }

  /** The next event if it is part of what was up to `version`. */
  #next(version: number): ReturnType<Witness['event']> {
    const next = this.#witness.event(this.#confirmedCount);
    return next !== undefined && next.version <= version ? next : undefined;
  }

  #advance({
    uid,
    isDeleted,
    digest,
  }: {
    readonly uid: string;
    readonly isDeleted: boolean;
    readonly digest: string;
  }): void {
    this.#confirmedCount += 1;
    if (isDeleted) this.#truth.delete(uid);
    else this.#truth.set(uid, digest);
  }

  #confirmList(digests: ReadonlyMap<string, string>, version: number): void {
    for (const [uid, digest] of this.#truth) {
      disagreeUnless(
        digests.get(uid) === digest,
        `the list of version ${version} lacks the state of ${uid} at that time`,
      );
    }
    for (const uid of digests.keys()) {
      disagreeUnless(
        this.#truth.has(uid),
        `the list of version ${version} has ${uid}, which wasn't there at that time`,
      );
    }
  }

  #changed(change: Change): void {
    const { object } = change;
    const key = formatObjectKey(objectKey(object));
    const before = this.#replica.get(key);
    if (change.type === 'added') {
      disagreeUnless(before === undefined, `${key} is added though it is there`);
    } else {
      disagreeUnless(
        before?.metadata.uid === object.metadata.uid,
        `${key} is ${change.type} though another object is there, or none`,
      );
    }
    if (change.type === 'updated') {
      disagreeUnless(change.previous === before, `${key} is updated from a state that was never told`);
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

  /** What a sink throws, its watcher takes for a failure and repeats: here it is one of the library. */
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

function told(object: StoredObject, isDeleted: boolean): Told {
  const { uid, resourceVersion } = object.metadata;
  return { type: 'event', version: Number(resourceVersion), uid, isDeleted, digest: digestOf(object) };
}

function versions(objects: readonly StoredObject[]): string {
  const lines = objects.map(
    ({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name} ${metadata.resourceVersion}`,
  );
  return lines.sort().join(', ');
}

function digests(objects: readonly StoredObject[]): string {
  return objects.map(digestOf).sort().join();
}

function disagreeUnless(isAgreed: boolean, message: string): asserts isAgreed {
  if (!isAgreed) throw new Disagreement(message);
}

/** A logger that takes every error for a problem: what is expected of a bad network is no more than a warning. */
function complaining(complain: (problem: unknown) => void): Logger {
  const logger: Logger = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (message: string, fields?: LogFields) => complain(new Error(message, { cause: fields?.error ?? fields })),
    with: () => logger,
  };
  return logger;
}
