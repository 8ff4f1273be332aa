import type { Clock } from '../../clock/index.ts';

/**
 * The time that a free shard is reserved for the replica that it is assigned to: the 15 s after which every replica, also one that
 * has just started, knows that a holder is gone, and 5 s to act on it.
 */
const graceMs = 20_000;

/**
 * The time that an expired shard is reserved for the replica that it is assigned to: two lists. A replica that has just joined
 * can't acquire it for 15 s, so another replica acquires it, and releases it later for the one that joined.
 */
const expiredGraceMs = 2_000;

/** The state of the Leases in one list. */
export interface LeaseSnapshot {
  readonly members: readonly string[];
  /** The members that have not renewed their Leases lately. */
  readonly silent: readonly string[];
  /** Number of the shard → the identity of its holder; undefined if it is free. */
  readonly holders: readonly (string | undefined)[];
  /** The free shards whose last holder stopped renewing and has not released them. */
  readonly expired: readonly number[];
}

/** The shards that their assigned replicas don't acquire, and those of them that this replica has acquired instead. */
export class OrphanedShards {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Shard → since when it has been free in each list. */
  #freeSince = new Map<number, number>();
  #orphans: ReadonlySet<number> = new Set();
  #expired: readonly number[] = [];
  #adoptedShards = new Set<number>();
  #members = '';
  #silent = '';
  #lack = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Reads one list of the Leases. */
  update({ members, silent, holders, expired }: LeaseSnapshot): void {
    const present = members.toSorted().join();
    const missed = silent.toSorted().join();
    const lack = missingShardCount(members, holders);
    // The assignment has changed, so the newly assigned replica gets the whole grace period.
    if (present !== this.#members || missed !== this.#silent) this.#freeSince.clear();
    // A member that has acquired a shard after all was only slow, and gets its assignment back.
    if (present !== this.#members || lack < this.#lack) this.#adoptedShards.clear();
    this.#members = present;
    this.#silent = missed;
    this.#lack = lack;

    const nowMs = this.#clock.monotonic();
    const free = holders.flatMap((holder, shard) => (holder === undefined ? [shard] : []));
    this.#freeSince = new Map(free.map((shard) => [shard, this.#freeSince.get(shard) ?? nowMs]));
    const graceOf = (shard: number) => (expired.includes(shard) ? expiredGraceMs : graceMs);
    this.#orphans = new Set(free.filter((shard) => nowMs - (this.#freeSince.get(shard) ?? nowMs) >= graceOf(shard)));
    this.#expired = expired;
  }

  /** The free shards that any replica may acquire by now. */
  get orphans(): ReadonlySet<number> {
    return this.#orphans;
  }

  /**
   * Orphaned shards that this replica has acquired, except expired ones, which it releases. Kept until the members change, or
   * until a member that holds too few has acquired one.
   */
  get adopted(): ReadonlySet<number> {
    return this.#adoptedShards;
  }

  /** Records that this replica acquires these shards, some of which may be orphaned. */
  recordAcquired(taken: readonly number[]): void {
    for (const shard of taken)
      if (this.#orphans.has(shard) && !this.#expired.includes(shard)) this.#adoptedShards.add(shard);
  }

  /** Forgets how long shards have been free: no replica may acquire them now. */
  forgetFreeTimes(): void {
    this.#freeSince.clear();
    this.#orphans = new Set();
  }
}

/** Returns how many shards are missing for each member to hold an equal part, rounded down. */
function missingShardCount(members: readonly string[], holders: readonly (string | undefined)[]): number {
  const share = Math.floor(holders.length / Math.max(members.length, 1));
  const lacks = members.map((member) => share - holders.filter((holder) => holder === member).length);
  return lacks.reduce((sum, lack) => sum + Math.max(lack, 0), 0);
}
