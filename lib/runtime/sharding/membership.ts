// In: the state of the elections for the member Leases after each list. Out: the replicas that take part, and those of them
// that are silent. Both decide how many shards a replica acquires, never whether it may work. Called by Sharding.

import type { Clock } from '../../clock/index.ts';
import type { Election } from '../lease/index.ts';
import type { Candidacy } from './candidacy.ts';
import { shardPreference } from './shard-plan.ts';

/** The time that a member that has missed a renewal of its Lease still counts. */
const silenceMs = 5_000;

/** The replicas that hold a member Lease, and the member Lease of this replica. */
export class Membership {
  readonly #identity: string;
  readonly #candidacies: readonly Candidacy[];
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** All identities that were ever members: a replica may lose its member Lease a moment before the leader Lease, or after. */
  readonly #known: Set<string>;
  #updatedAtMs = Number.NEGATIVE_INFINITY;
  /** Lease that was much older than another when this replica first listed it → when this replica listed it. */
  #outdated: ReadonlyMap<Election, number | undefined> = new Map();

  constructor(identity: string, candidacies: readonly Candidacy[], clock: Pick<Clock, 'monotonic'>) {
    this.#identity = identity;
    this.#candidacies = candidacies;
    this.#clock = clock;
    this.#known = new Set([identity]);
  }

  /** Reads the state of the elections after a list of the Leases, and acquires a free member Lease if this replica has none. */
  update(): void {
    const nowMs = this.#clock.monotonic();
    // The first list of a Lease, or the first after this process was suspended, doesn't show that its holder is alive.
    if (nowMs - this.#updatedAtMs > silenceMs)
      this.#outdated = outdatedLeases(this.#candidacies.map(({ election }) => election));
    this.#updatedAtMs = nowMs;
    this.#acquireMemberLease();
    for (const { election } of this.#candidacies) if (election.holder !== undefined) this.#known.add(election.holder);
  }

  /** True if this replica takes part. */
  get isMember(): boolean {
    return this.#candidacies.some(({ term }) => term !== undefined);
  }

  /** The identities of all members. */
  get members(): readonly string[] {
    return this.#candidacies.flatMap(({ election }) => election.holder ?? []);
  }

  /** The members other than this replica that have not renewed for {@link silenceMs}, as far as this replica knows. */
  get silentMembers(): readonly string[] {
    const heardAfterMs = this.#clock.monotonic() - silenceMs;
    return this.#candidacies.flatMap(({ election }) => {
      const { holder, seenAtMs = heardAfterMs } = election;
      const isOutdated = this.#outdated.has(election) && this.#outdated.get(election) === seenAtMs;
      const isSilent = holder !== undefined && holder !== this.#identity && (isOutdated || seenAtMs < heardAfterMs);
      return isSilent ? [holder] : [];
    });
  }

  /** True if the replica of that identity is, or was, a member. */
  isReplicaKnown(identity: string): boolean {
    return this.#known.has(identity);
  }

  /** Releases the member Lease. */
  async stop(): Promise<void> {
    await Promise.all(this.#candidacies.map((candidacy) => candidacy.stop()));
  }

  #acquireMemberLease(): void {
    const started = this.#candidacies.filter(({ isStarted }) => isStarted);
    for (const candidacy of started) if (candidacy.isHeldByOther) void candidacy.stop();
    if (started.length > 0) return;
    const free = shardPreference(this.#identity, this.#candidacies.length)
      .map((index) => this.#candidacies[index])
      .find((candidacy) => candidacy?.election.holder === undefined);
    free?.start();
  }
}

/**
 * Returns the Leases that were renewed long before the newest of them. The Lease of a replica whose clock is late is one of
 * them until this replica observes its next renewal.
 */
function outdatedLeases(elections: readonly Election[]): ReadonlyMap<Election, number | undefined> {
  const newestMs = Math.max(...elections.map(({ renewedAtMs = 0 }) => renewedAtMs));
  const old = elections.filter(({ renewedAtMs = 0 }) => newestMs - renewedAtMs > silenceMs);
  return new Map(old.map((election) => [election, election.seenAtMs]));
}
