// In: the Leases of an operator's replicas, looked at again and again. Out: shards whose resources this process works on.
// `share.ts` decides what to take and to give up, elections see to it that nobody holds what another holds, and this file
// lets work begin and end. Run by the manager; controllers ask their Duty which resources are theirs.

import { type Kind, objectKey, type StoredObject } from '../../api/index.ts';
import { Bell, type Clock } from '../../clock/index.ts';
import { type ReplicaLeaseRole, type ReplicaLeases, replicaLeaseRole } from '../../constructs/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { Candidacy } from './candidacy.ts';
import type { Duty } from './duty.ts';
import type { Election } from './election.ts';
import { Membership } from './membership.ts';
import { Orphanage } from './orphanage.ts';
import { Shard } from './shard.ts';
import { shardNumber } from './shard-number.ts';
import { share } from './share.ts';

/** Between whom, and by what, work is shared. */
export interface ShardingOptions {
  /** Of this replica, in all of its elections. */
  readonly identity: string;
  readonly leases: ReplicaLeases;
}

/** What the work is shared with. */
export interface ShardingPorts {
  /** An election for the Lease of that name. */
  readonly elect: (lease: string, role: ReplicaLeaseRole) => Election;
  /** The Leases of all replicas of the operator, as they are now. */
  readonly look: (signal: AbortSignal) => Promise<readonly StoredObject[]>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** How long a replica waits between two looks at the Leases, unless one of its own has changed. */
const lookPeriodMs = 1_000;

/** How long a look may take. */
const lookPatienceMs = 5_000;

/** How long the passes under way may take when their shard is to go to another replica. */
const handoverMs = 10_000;

/**
 * Shares an operator's resources among its replicas: each works on those of the shards whose Leases it holds.
 *
 * Guarantees what {@link Election} does, of each resource: no two replicas work on it at one time. That includes replicas
 * of a release that deals the work into another number of shards, and of one that doesn't share it and leads by the
 * Lease of the leader: work begins only when a look made after the Lease of the shard was won shows the leader among those
 * who share as this replica does, and no Lease of other shards in anybody's hands. One exception: a leader that
 * doesn't share does not look at shards, so that it and the holders may both work until their next look.
 *
 * What is free is taken, and what one holds beyond its share is given up, at each look. Who finds no place among the
 * members, because there are more replicas than shards, stands by.
 *
 * The API server must allow `get` and `patch` on the Leases, `create` and `list` in their namespace, and nothing else.
 */
export class Sharding {
  /** The election of the one replica that does what is done once for all. */
  readonly leader: Election;
  readonly #identity: string;
  readonly #leading: Candidacy;
  readonly #membership: Membership;
  readonly #shards: readonly Shard[];
  /** Elections for the shards of other numbers of shards, by Lease: nobody runs them. */
  readonly #foreign = new Map<string, Election>();
  readonly #elections: ReadonlyMap<string, Election>;
  readonly #orphanage: Orphanage;
  readonly #listeners: ((isGained: (kind: Kind, key: string) => boolean) => void)[] = [];
  readonly #ports: ShardingPorts;
  readonly #bell: Bell;
  #said = '';
  #trouble = '';

  constructor({ identity, leases }: ShardingOptions, ports: ShardingPorts) {
    const { elect, clock } = ports;
    this.#identity = identity;
    this.#ports = ports;
    this.#bell = new Bell(clock);
    this.#orphanage = new Orphanage(clock);
    const candidacy = (lease: string, role: ReplicaLeaseRole) =>
      new Candidacy(elect(lease, role), () => this.#bell.ring());
    this.#leading = candidacy(leases.leader, 'leader');
    this.leader = this.#leading.election;
    const places = leases.members.map((lease) => candidacy(lease, 'member'));
    this.#membership = new Membership(identity, places, clock);
    this.#shards = leases.shards.map((lease) => new Shard(candidacy(lease, 'shard'), clock));
    const named = [leases.leader, ...leases.members, ...leases.shards];
    const all = [this.#leading, ...places, ...this.#shards.map((shard) => shard.candidacy)];
    this.#elections = new Map(all.map(({ election }, index) => [named[index] ?? '', election]));
  }

  /** The numbers of the shards whose resources this process works on. */
  get open(): readonly number[] {
    return this.#shards.flatMap(({ isOpen }, number) => (isOpen ? [number] : []));
  }

  /** Which resources of a kind are this process's to work on. */
  dutyOf(kind: Kind): Duty {
    return {
      rightTo: (key) => this.#shardOf(kind, key),
      begin: (key, signal) => this.#shardOf(kind, key).begin(signal),
      onGain: (listener) => this.#listeners.push((isGained) => listener((key) => isGained(kind, key))),
    };
  }

  /**
   * Takes part until `signal` aborts, then gives everything back, so that others take over at once.
   *
   * Abort it after the work that needs shards is done. Never rejects: trouble is logged and the look repeated.
   */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#attempt(signal);
      await this.#bell.wait(lookPeriodMs, signal);
    }
    const shards = this.#shards.map((shard) => shard.giveUp(0));
    await Promise.all([...shards, this.#leading.withdraw(), this.#membership.withdraw()]);
  }

  async #attempt(stop: AbortSignal): Promise<void> {
    const impatience = new AbortController();
    const timer = this.#ports.clock.timer(lookPatienceMs, () =>
      impatience.abort(new Error(`no list of the leases within ${lookPatienceMs} ms`)),
    );
    const terms = this.#shards.map(({ candidacy }) => candidacy.term);
    try {
      this.#note(await this.#ports.look(AbortSignal.any([impatience.signal, stop])));
      this.#trouble = '';
    } catch (error) {
      if (stop.aborted) return;
      const isKnown = this.#trouble === String(error);
      this.#trouble = String(error);
      if (!isKnown) this.#ports.logger.warn('the leases of the replicas could not be listed', { error });
      return;
    } finally {
      timer.cancel();
    }
    if (!stop.aborted) this.#act(terms);
  }

  /** @param terms - of the shards that were held before the look, by number. */
  #act(terms: readonly (AbortSignal | undefined)[]): void {
    this.#membership.look();
    const leader = this.#contestLead();
    const isShared = leader !== undefined && this.#membership.knows(leader);
    if (isShared) {
      this.#settle();
      this.#open(terms);
    } else {
      this.#orphanage.close();
      // Whoever leads in another manner is to have all of it, so that an upgrade comes to its end.
      if (leader !== undefined) for (const shard of this.#shards) void shard.giveUp(0);
    }
    this.#tell();
  }

  /** Stands for the lead unless one who shares has it. @returns the identity of the leader. */
  #contestLead(): string | undefined {
    const leader = this.#leading.election.holder;
    const isOurs = leader !== undefined && this.#membership.knows(leader);
    if (this.#membership.isMember && !isOurs) this.#leading.stand();
    if (isOurs && this.#leading.isBeaten) void this.#leading.withdraw();
    return leader;
  }

  #settle(): void {
    const self = this.#identity;
    const { members, silent } = this.#membership;
    const holders = this.#shards.map(({ candidacy }) => candidacy.holder(self));
    const expired = this.#shards.flatMap(({ candidacy }, number) => (candidacy.election.isExpired ? [number] : []));
    this.#orphanage.look({ members, silent, holders, expired });
    const { orphans, adopted } = this.#orphanage;
    const active = members.filter((member) => !silent.includes(member));
    const { take, give } = share({ self, members: active, holders, orphans, adopted });
    this.#orphanage.adopt(take);
    for (const [number, shard] of this.#shards.entries()) {
      if (take.includes(number)) shard.candidacy.stand();
      else if (give.includes(number)) void shard.giveUp(handoverMs);
      else if (shard.candidacy.isBeaten) void shard.candidacy.withdraw();
    }
  }

  /** Lets work begin on what was held before the look already, if the look has shown that no other may be at it. */
  #open(terms: readonly (AbortSignal | undefined)[]): void {
    if ([...this.#foreign.values()].some(({ holder }) => holder !== undefined)) return;
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

  #note(leases: readonly StoredObject[]): void {
    for (const lease of leases) {
      const { name } = objectKey(lease);
      const own = this.#elections.get(name);
      own?.observe(lease);
      if (own !== undefined || replicaLeaseRole(lease) !== 'shard') continue;
      const foreign = this.#foreign.get(name) ?? this.#ports.elect(name, 'shard');
      this.#foreign.set(name, foreign);
      foreign.observe(lease);
    }
  }

  #shardOf(kind: Kind, key: string): Shard {
    const shard = this.#shards[shardNumber(kind, key, this.#shards.length)];
    if (shard === undefined) throw new RangeError('the work is not dealt into any shards');
    return shard;
  }

  #tell(): void {
    const sharing = { shards: this.open, of: this.#shards.length, members: this.#membership.members.length };
    const said = JSON.stringify(sharing);
    if (said !== this.#said) this.#ports.logger.info('sharing the work', sharing);
    this.#said = said;
  }
}
