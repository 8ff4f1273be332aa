import assert from 'node:assert/strict';
import type { ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { Wire } from '../leader-election/candidate.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { leaderLease, Replica } from './replica.ts';

/** An event of one replica, and the time until the next event. */
export interface Incident {
  /** The index among the running replicas. */
  readonly who: number;
  readonly what:
    | 'pause'
    | 'resume'
    | 'leave'
    /** Its node is lost: the process doesn't know, and later it continues. */
    | 'forsake'
    | Wire['state']
    | { readonly latencyMs: number }
    | { readonly joinsWithShards: number; readonly wallOffsetMs: number };
  readonly thenMs: number;
}

/** Resources of every shard. */
export const someKeys: readonly string[] = Array.from({ length: 24 }, (_, index) => `default/shelf-${index}`);

/** The maximum of replicas that run at one time. */
const crowd = 5;

/**
 * Replicas of a sharded operator. After every step, and whenever one wins or loses, no two replicas work on the same
 * key.
 */
export class Fleet {
  readonly clock: ManualClock;
  readonly server: ObservedCluster;
  #running: readonly Replica[] = [];
  readonly #forsaken: Replica[] = [];
  readonly #retired: Replica[] = [];
  readonly #violations = new Set<string>();
  #count = 0;

  static async start(...shardCounts: readonly number[]): Promise<Fleet> {
    return new Fleet(await ObservedCluster.start({ namespaces: [leaderLease.namespace] }), shardCounts);
  }

  private constructor(server: ObservedCluster, shardCounts: readonly number[]) {
    this.server = server;
    this.clock = server.clock;
    for (const shardCount of shardCounts) this.join(shardCount);
  }

  /** The members and those that try to join. */
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

  /** The replica is unreachable until {@link Fleet.heal}. */
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

  /** Restores all connections, and suspended replicas continue. */
  async heal(): Promise<void> {
    for (const replica of this.#all()) {
      Object.assign(replica.wire, { state: 'up', latencyMs: 0 } satisfies Wire);
      replica.resume();
    }
    for (const replica of this.#forsaken.splice(0)) void this.leave(replica);
    await this.pass(60_000);
  }

  /** The numbers of shards of each replica, sorted, the largest first. */
  shares(): number[] {
    return this.#running.map(({ sharding }) => sharding.open.length).sort((one, other) => other - one);
  }

  /** Returns the keys that no replica works on. */
  orphans(): string[] {
    return someKeys.filter((key) => !this.#running.some((replica) => replica.worksOn(key)));
  }

  #all(): Replica[] {
    return [...this.#running, ...this.#forsaken, ...this.#retired];
  }

  /** Only records: it must not disturb the replica that has just won. */
  #look(): void {
    for (const key of someKeys) {
      const workers = this.#all().filter((replica) => replica.worksOn(key));
      if (workers.length < 2) continue;
      this.#violations.add(`${workers.map(({ identity }) => identity).join(' and ')} work on ${key} at one time`);
    }
  }
}
