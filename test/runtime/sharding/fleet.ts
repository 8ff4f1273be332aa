import assert from 'node:assert/strict';
import { ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { Wire } from '../leader-election/candidate.ts';
import { ObjectServer } from '../object-server.ts';
import { Replica } from './replica.ts';

/** Something that happens to one replica, and how long it lasts until the next. */
export interface Incident {
  /** Which of those that run. */
  readonly who: number;
  readonly what:
    | 'pause'
    | 'resume'
    | 'leave'
    /** Its node is lost: it doesn't know, and one day it wakes up. */
    | 'forsake'
    | Wire['state']
    | { readonly latencyMs: number }
    | { readonly joinsWithShards: number; readonly wallOffsetMs: number };
  readonly thenMs: number;
}

/** Some resources, of every shard. */
export const someKeys: readonly string[] = Array.from({ length: 24 }, (_, index) => `default/shelf-${index}`);

/** The most replicas that run at one time. */
const crowd = 5;

/**
 * Replicas that share an operator's work. After every step, and whenever one wins or loses, no two replicas work on the
 * same key.
 */
export class Fleet {
  readonly clock = new ManualClock();
  readonly server = new ObjectServer();
  #running: readonly Replica[] = [];
  readonly #forsaken: Replica[] = [];
  readonly #retired: Replica[] = [];
  readonly #violations = new Set<string>();
  #count = 0;

  constructor(...shardCounts: readonly number[]) {
    for (const shardCount of shardCounts) this.join(shardCount);
  }

  /** Those that take part, or try to. */
  get running(): readonly Replica[] {
    return this.#running;
  }

  join(shardCount: number, wallOffsetMs = 0): Replica {
    this.#count += 1;
    const replica = new Replica(`replica_${this.#count}`, this, shardCount, wallOffsetMs);
    replica.onChange = () => this.#look();
    this.#running = [...this.#running, replica.run()];
    return replica;
  }

  leave(replica: Replica): Promise<void> {
    this.#running = this.#running.filter((other) => other !== replica);
    this.#retired.push(replica);
    return replica.stop();
  }

  /** It is never heard of again, until {@link Fleet.heal}. */
  forsake(replica: Replica): void {
    replica.pause();
    this.#running = this.#running.filter((other) => other !== replica);
    this.#forsaken.push(replica);
  }

  async suffer({ who, what, thenMs }: Incident): Promise<void> {
    const replica = this.#running[who % Math.max(this.#running.length, 1)];
    if (typeof what === 'object' && 'joinsWithShards' in what) {
      if (this.#running.length < crowd) this.join(what.joinsWithShards, what.wallOffsetMs);
    } else if (replica !== undefined) {
      if (what === 'pause') replica.pause();
      else if (what === 'resume') replica.resume();
      else if (what === 'leave') void this.leave(replica);
      else if (what === 'forsake') this.forsake(replica);
      else if (typeof what === 'string') replica.wire.state = what;
      else replica.wire.latencyMs = what.latencyMs;
    }
    await this.pass(thenMs);
  }

  async pass(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs -= 500) {
      await this.clock.advance(Math.min(leftMs, 500));
      this.#look();
      assert.deepEqual([...this.#violations], []);
    }
  }

  /** Everything works again, and those who were away learn what has become of the world. */
  async heal(): Promise<void> {
    for (const replica of this.#all()) {
      Object.assign(replica.wire, { state: 'up', latencyMs: 0 } satisfies Wire);
      replica.resume();
    }
    for (const replica of this.#forsaken.splice(0)) void this.leave(replica);
    await this.pass(60_000);
  }

  /** How many shards each works on, the most first. */
  shares(): number[] {
    return this.#running.map(({ sharding }) => sharding.open.length).sort((one, other) => other - one);
  }

  /** Those of the keys that no replica works on. */
  orphans(): string[] {
    return someKeys.filter((key) => !this.#running.some((replica) => replica.worksOn(key)));
  }

  #all(): Replica[] {
    return [...this.#running, ...this.#forsaken, ...this.#retired];
  }

  /** Only notes what it sees: it must not disturb the replica that has just won. */
  #look(): void {
    for (const key of someKeys) {
      const workers = this.#all().filter((replica) => replica.worksOn(key));
      if (workers.length < 2) continue;
      this.#violations.add(`${workers.map(({ identity }) => identity).join(' and ')} work on ${key} at one time`);
    }
  }
}
