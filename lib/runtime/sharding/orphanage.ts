import type { Clock } from '../../clock/index.ts';

/**
 * How long a free shard is left to the replica whose turn it is: the fifteen seconds after which one that is gone is known
 * to be gone, also to one that has only just begun to look, and a few to act on it.
 */
const graceMs = 20_000;

/**
 * How long an expired shard is left to the replicas whose turn it is: two looks. One that joined shortly before can't take
 * it for 15 s; so another takes it, and gives it back for the replica that has joined.
 */
const expiredGraceMs = 2_000;

/** What one look at the Leases shows. */
export interface Look {
  readonly members: readonly string[];
  /** Those of the members of whom nothing has been heard for a while. */
  readonly silent: readonly string[];
  /** By number of the shard: the identity of its holder; undefined if it is free. */
  readonly holders: readonly (string | undefined)[];
  /** The free shards whose last holder fell silent, and hasn't given them back. */
  readonly expired: readonly number[];
}

/** Shards that nobody takes: from whom they may be taken, and by whom they are kept. */
export class Orphanage {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Shard → since when it has been free at each look. */
  #freeSince = new Map<number, number>();
  #orphans: ReadonlySet<number> = new Set();
  #expired: readonly number[] = [];
  #adopted = new Set<number>();
  #members = '';
  #silent = '';
  #lack = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Takes in what is to be seen now. */
  look({ members, silent, holders, expired }: Look): void {
    const present = members.toSorted().join();
    const missed = silent.toSorted().join();
    const lack = lackOf(members, holders);
    // It is another's turn from now on; or that of one who couldn't take anything until now.
    if (present !== this.#members || missed !== this.#silent) this.#freeSince.clear();
    // Whoever has taken something after all was only slow, and is to have its share.
    if (present !== this.#members || lack < this.#lack) this.#adopted.clear();
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

  /** The free shards that anybody may take by now. */
  get orphans(): ReadonlySet<number> {
    return this.#orphans;
  }

  /**
   * Orphans that this replica has taken, except expired ones, which it gives back. Kept until others take part, or until
   * one of those who hold too little has taken something.
   */
  get adopted(): ReadonlySet<number> {
    return this.#adopted;
  }

  /** These shards are taken, orphans among them. */
  adopt(taken: readonly number[]): void {
    for (const shard of taken) if (this.#orphans.has(shard) && !this.#expired.includes(shard)) this.#adopted.add(shard);
  }

  /** Forgets how long shards have been free: nobody is to take them now. */
  close(): void {
    this.#freeSince.clear();
    this.#orphans = new Set();
  }
}

/** How many shards members would have to be given for each to hold its share, rounded down. */
function lackOf(members: readonly string[], holders: readonly (string | undefined)[]): number {
  const share = Math.floor(holders.length / Math.max(members.length, 1));
  const lacks = members.map((member) => share - holders.filter((holder) => holder === member).length);
  return lacks.reduce((sum, lack) => sum + Math.max(lack, 0), 0);
}
