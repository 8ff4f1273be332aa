// In: what the elections for the member Leases know after each look. Out: the replicas that take part, and those of them
// that are silent. Both decide how many shards a replica takes, never whether it may work. Called by Sharding.

import type { Clock } from '../../clock/index.ts';
import type { Candidacy } from './candidacy.ts';
import type { Election } from './election.ts';
import { preference } from './share.ts';

/** How long a member that has missed a renewal of its Lease still counts. */
const silenceMs = 5_000;

/** The replicas that hold a member Lease, and this one's own place among them. */
export class Membership {
  readonly #identity: string;
  readonly #places: readonly Candidacy[];
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** All identities that were ever members: the lead outlives a membership, or the other way round, by a moment. */
  readonly #known: Set<string>;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** Leases that were much older than another when this replica first saw them → when that was. */
  #outdated: ReadonlyMap<Election, number | undefined> = new Map();

  constructor(identity: string, places: readonly Candidacy[], clock: Pick<Clock, 'monotonic'>) {
    this.#identity = identity;
    this.#places = places;
    this.#clock = clock;
    this.#known = new Set([identity]);
  }

  /** Takes in the state of the elections after a look at the Leases, and stands for a free place if this replica has none. */
  look(): void {
    const nowMs = this.#clock.monotonic();
    // A first sight of a Lease, or one after a sleep, is no sign of life of its holder.
    if (nowMs - this.#lookedAtMs > silenceMs) this.#outdated = outdated(this.#places.map(({ election }) => election));
    this.#lookedAtMs = nowMs;
    this.#takePlace();
    for (const { election } of this.#places) if (election.holder !== undefined) this.#known.add(election.holder);
  }

  /** Whether this replica takes part. */
  get isMember(): boolean {
    return this.#places.some(({ term }) => term !== undefined);
  }

  /** The identities of all members. */
  get members(): readonly string[] {
    return this.#places.flatMap(({ election }) => election.holder ?? []);
  }

  /** The members other than this replica that have not renewed for a while, as far as this replica knows. */
  get silent(): readonly string[] {
    const heardAfterMs = this.#clock.monotonic() - silenceMs;
    return this.#places.flatMap(({ election }) => {
      const { holder, seenAtMs = heardAfterMs } = election;
      const isOutdated = this.#outdated.has(election) && this.#outdated.get(election) === seenAtMs;
      const isSilent = holder !== undefined && holder !== this.#identity && (isOutdated || seenAtMs < heardAfterMs);
      return isSilent ? [holder] : [];
    });
  }

  /** Whether the replica of that identity shares the work as this one does. */
  knows(identity: string): boolean {
    return this.#known.has(identity);
  }

  /** Gives the place back. */
  async withdraw(): Promise<void> {
    await Promise.all(this.#places.map((place) => place.withdraw()));
  }

  #takePlace(): void {
    const standing = this.#places.filter(({ isStanding }) => isStanding);
    for (const place of standing) if (place.isBeaten) void place.withdraw();
    if (standing.length > 0) return;
    const free = preference(this.#identity, this.#places.length)
      .map((index) => this.#places[index])
      .find((place) => place?.election.holder === undefined);
    free?.stand();
  }
}

/**
 * The Leases that were renewed long before the newest of them. A replica whose clock is late is among them, until this one
 * sees its next renewal.
 */
function outdated(elections: readonly Election[]): ReadonlyMap<Election, number | undefined> {
  const newestMs = Math.max(...elections.map(({ renewedAtMs = 0 }) => renewedAtMs));
  const old = elections.filter(({ renewedAtMs = 0 }) => newestMs - renewedAtMs > silenceMs);
  return new Map(old.map((election) => [election, election.seenAtMs]));
}
