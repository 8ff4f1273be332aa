// In: the Leases of an operator's replicas, listed every second. Out: the shards whose resources this process reconciles.
// `shard-plan.ts` decides which shards to acquire and release, elections make sure that each has one holder, and this file
// starts and stops the work. Run by the manager; controllers ask their ShardOwnership which resources are theirs.

import { type Kind, objectKey, type StoredObject } from '../../api/index.ts';
import { type Clock, WakeUp, withTimeLimit } from '../../clock/index.ts';
import { type ReplicaLeaseRole, type ReplicaLeases, replicaLeaseRole } from '../../constructs/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Election } from '../lease/index.ts';
import { Candidacy } from './candidacy.ts';
import { Membership } from './membership.ts';
import { OrphanedShards } from './orphaned-shards.ts';
import { Shard } from './shard.ts';
import { shardNumber } from './shard-number.ts';
import type { ShardOwnership } from './shard-ownership.ts';
import { shardPlan } from './shard-plan.ts';

/** The identity of this replica and the Leases that all replicas use. */
export interface ShardingOptions {
  /** The identity of this replica in all of its elections. */
  readonly identity: string;
  readonly leases: ReplicaLeases;
}

/** The dependencies of {@link Sharding}. */
export interface ShardingPorts {
  /** Returns an election for the Lease of that name. */
  readonly elect: (lease: string, role: ReplicaLeaseRole) => Election;
  /** Lists the Leases of all replicas of the operator. */
  readonly listLeases: (signal: AbortSignal) => Promise<readonly StoredObject[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The time that a replica waits between two lists of the Leases, unless one of its own has changed. */
const listPeriodMs = 1_000;

/** The time that a list of the Leases may take. */
const longestListMs = 5_000;

/** The time that running reconciles may take to end when another replica is to get their shard. */
const handoverMs = 10_000;

/**
 * Divides an operator's resources among its replicas: each reconciles the resources of the shards whose Leases it holds.
 *
 * Guarantees for each resource what {@link Election} guarantees: no two replicas reconcile it at the same time. This holds
 * also beside replicas of a release with another number of shards, and of a release without shards, whose leader holds the
 * leader Lease. A replica starts on a shard only after two facts are listed, both after it acquired the shard's Lease: the
 * leader is one of the sharding replicas, and no Lease of another number of shards is held. One exception: a leader of a
 * release without shards does not read the shard Leases, so it and the holders may both work until the next list.
 *
 * After each list, a replica acquires free shards and releases shards beyond its assignment. If there are more replicas than
 * shards, the surplus replicas stand by.
 *
 * Needs `get` and `patch` on the Leases, and `create` and `list` in their namespace.
 */
export class Sharding {
  /** The election of the replica that does the work that only one replica may do. */
  readonly leader: Election;
  readonly #identity: string;
  readonly #leading: Candidacy;
  readonly #membership: Membership;
  readonly #shards: readonly Shard[];
  /** Elections for shards of another number of shards, by Lease. They only observe. */
  readonly #otherShards = new Map<string, Election>();
  readonly #elections: ReadonlyMap<string, Election>;
  readonly #orphanedShards: OrphanedShards;
  readonly #listeners: ((isGained: (kind: Kind, key: string) => boolean) => void)[] = [];
  readonly #ports: ShardingPorts;
  readonly #wakeUp: WakeUp;
  #lastReport = '';
  #lastFailure = '';

  constructor({ identity, leases }: ShardingOptions, ports: ShardingPorts) {
    const { elect, clock } = ports;
    this.#identity = identity;
    this.#ports = ports;
    this.#wakeUp = new WakeUp(clock);
    this.#orphanedShards = new OrphanedShards(clock);
    const candidacy = (lease: string, role: ReplicaLeaseRole) =>
      new Candidacy(elect(lease, role), () => this.#wakeUp.wake());
    this.#leading = candidacy(leases.leader, 'leader');
    this.leader = this.#leading.election;
    const members = leases.members.map((lease) => candidacy(lease, 'member'));
    this.#membership = new Membership(identity, members, clock);
    this.#shards = leases.shards.map((lease) => new Shard(candidacy(lease, 'shard'), clock));
    const named = [leases.leader, ...leases.members, ...leases.shards];
    const all = [this.#leading, ...members, ...this.#shards.map((shard) => shard.candidacy)];
    this.#elections = new Map(all.map(({ election }, index) => [named[index] ?? '', election]));
  }

  /** The numbers of the shards whose resources this process reconciles. */
  get open(): readonly number[] {
    return this.#shards.flatMap(({ isOpen }, number) => (isOpen ? [number] : []));
  }

  /** Returns the ownership of a kind's resources. */
  shardOwnershipOf(kind: Kind): ShardOwnership {
    return {
      rightTo: (key) => this.#shardOf(kind, key),
      begin: (key, signal) => this.#shardOf(kind, key).begin(signal),
      onGain: (listener) => this.#listeners.push((isGained) => listener((key) => isGained(kind, key))),
    };
  }

  /**
   * Takes part until `signal` aborts, then releases all Leases, so that other replicas acquire them at once.
   *
   * Abort `signal` after the work that needs shards has ended. Never rejects: failures are logged, and the list is repeated.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#observeAndAct(signal);
      await this.#wakeUp.wait(listPeriodMs, signal);
    }
    const shards = this.#shards.map((shard) => shard.release(0));
    await Promise.all([...shards, this.#leading.stop(), this.#membership.stop()]);
  }

  async #observeAndAct(stop: AbortSignal): Promise<void> {
    const { clock, logger, listLeases } = this.#ports;
    const limit = { ms: longestListMs, message: `no list of the leases within ${longestListMs} ms`, signal: stop };
    const terms = this.#shards.map(({ candidacy }) => candidacy.term);
    try {
      this.#observeLeases(await withTimeLimit(clock, limit, listLeases));
      this.#lastFailure = '';
    } catch (error) {
      if (stop.aborted) return;
      const isReported = this.#lastFailure === String(error);
      this.#lastFailure = String(error);
      if (!isReported) logger.warn('the leases of the replicas could not be listed', { error });
      return;
    }
    if (!stop.aborted) this.#divideWork(terms);
  }

  /** @param terms - by number of the shard: the term in which it was held before the list. */
  #divideWork(terms: readonly (AbortSignal | undefined)[]): void {
    this.#membership.update();
    const leader = this.#electLeader();
    const isShared = leader !== undefined && this.#membership.isReplicaKnown(leader);
    if (isShared) {
      this.#acquireAndReleaseShards();
      this.#openGained(terms);
    } else {
      this.#orphanedShards.forgetFreeTimes();
      // A leader of a release without shards gets all resources, so that a rollout can finish.
      if (leader !== undefined) for (const shard of this.#shards) void shard.release(0);
    }
    this.#reportDivision();
  }

  /** Takes part in the leader election unless a sharding replica leads. @returns the identity of the leader. */
  #electLeader(): string | undefined {
    const leader = this.#leading.election.holder;
    const isOurs = leader !== undefined && this.#membership.isReplicaKnown(leader);
    if (this.#membership.isMember && !isOurs) this.#leading.start();
    if (isOurs && this.#leading.isHeldByOther) void this.#leading.stop();
    return leader;
  }

  /** Acquires and releases shards as planned. */
  #acquireAndReleaseShards(): void {
    const self = this.#identity;
    const { members, silentMembers: silent } = this.#membership;
    const holders = this.#shards.map(({ candidacy }) => candidacy.holder(self));
    const expired = this.#shards.flatMap(({ candidacy }, number) => (candidacy.election.isExpired ? [number] : []));
    this.#orphanedShards.update({ members, silent, holders, expired });
    const { orphans, adopted } = this.#orphanedShards;
    const active = members.filter((member) => !silent.includes(member));
    const { toAcquire, toRelease } = shardPlan({ self, members: active, holders, orphans, adopted });
    this.#orphanedShards.recordAcquired(toAcquire);
    for (const [number, shard] of this.#shards.entries()) {
      if (toAcquire.includes(number)) shard.candidacy.start();
      else if (toRelease.includes(number)) void shard.release(handoverMs);
      else if (shard.candidacy.isHeldByOther) void shard.candidacy.stop();
    }
  }

  /** Starts work on the shards that were held before the list, unless a Lease of another number of shards is held. */
  #openGained(terms: readonly (AbortSignal | undefined)[]): void {
    if ([...this.#otherShards.values()].some(({ holder }) => holder !== undefined)) return;
    const gained = new Set<Shard>();
    for (const [number, shard] of this.#shards.entries()) {
      const term = terms[number];
      if (term === undefined || term !== shard.candidacy.term || shard.isOpen) continue;
      shard.open(term);
      gained.add(shard);
    }
    if (gained.size === 0) return;
    for (const listener of this.#listeners) listener((kind, key) => gained.has(this.#shardOf(kind, key)));
  }

  #observeLeases(leases: readonly StoredObject[]): void {
    for (const lease of leases) {
      const { name } = objectKey(lease);
      const own = this.#elections.get(name);
      own?.observe(lease);
      if (own !== undefined || replicaLeaseRole(lease) !== 'shard') continue;
      const other = this.#otherShards.get(name) ?? this.#ports.elect(name, 'shard');
      this.#otherShards.set(name, other);
      other.observe(lease);
    }
  }

  #shardOf(kind: Kind, key: string): Shard {
    const shard = this.#shards[shardNumber(kind, key, this.#shards.length)];
    if (shard === undefined) throw new RangeError('the operator has no shards: set `shards` to 1 or more');
    return shard;
  }

  #reportDivision(): void {
    const sharing = { shards: this.open, of: this.#shards.length, members: this.#membership.members.length };
    const report = JSON.stringify(sharing);
    if (report !== this.#lastReport) this.#ports.logger.info('sharing the work', sharing);
    this.#lastReport = report;
  }
}
