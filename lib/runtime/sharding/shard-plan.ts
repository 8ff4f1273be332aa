// In: the members and the holders of the shards. Out: the shards that one replica acquires, and those that it releases.
// Pure: replicas with the same input make plans that fit each other. Called by Sharding after each list of the Leases.

import { textHash } from './shard-number.ts';

/** The input of a replica's plan. */
export interface ShardSituation {
  readonly self: string;
  /** Identities of the replicas that take part. */
  readonly members: readonly string[];
  /** Number of the shard → the identity of its holder; undefined if it is free. */
  readonly holders: readonly (string | undefined)[];
  /** Free shards that their assigned replicas have not acquired in time. */
  readonly orphans: ReadonlySet<number>;
  /** Shards that this replica acquired as orphans: it keeps them beyond its assignment. */
  readonly adopted: ReadonlySet<number>;
}

/** The numbers of the shards that one replica acquires and releases. */
export interface ShardPlan {
  readonly toAcquire: readonly number[];
  readonly toRelease: readonly number[];
}

/**
 * Returns the plan of one replica, which moves few shards and evens out how many each replica holds.
 *
 * When all replicas follow their plans, every shard is held, the counts of two replicas differ by at most one, and only the
 * `shards ÷ members` shards of a replica that joins have moved. A replica that isn't a member acquires nothing, and releases
 * nothing while a member Lease is free: there are as many member Leases as shards.
 */
export function shardPlan(situation: ShardSituation): ShardPlan {
  const { self, members, holders, orphans, adopted } = situation;
  const preferred = shardPreference(self, holders.length);
  const own = preferred.filter((shard) => holders[shard] === self);
  if (!members.includes(self)) return { toAcquire: [], toRelease: members.length < holders.length ? [] : own };
  const quota = shardQuota(situation);
  const free = preferred.filter((shard) => holders[shard] === undefined);
  const due = free.slice(0, Math.max(quota - own.length, 0));
  return {
    toAcquire: [...new Set([...due, ...free.filter((shard) => orphans.has(shard))])],
    toRelease: own.filter((shard) => !adopted.has(shard)).slice(quota),
  };
}

/** Returns the shards in an order of the replica's own, so that replicas that acquire at once seldom want the same. */
export function shardPreference(self: string, shardCount: number): number[] {
  const shards = Array.from({ length: shardCount }, (_, shard) => ({ shard, rank: textHash(`${self} ${shard}`) }));
  return shards.sort((one, other) => one.rank - other.rank || one.shard - other.shard).map(({ shard }) => shard);
}

/** Returns how many shards this replica should hold. The remainder goes to the replicas that hold most, so that it needn't move. */
function shardQuota({ self, members, holders }: ShardSituation): number {
  const held = (member: string) => holders.filter((holder) => holder === member).length;
  const ranked = [...new Set(members)].sort((one, other) => held(other) - held(one) || (one < other ? -1 : 1));
  const quota = Math.floor(holders.length / ranked.length);
  return ranked.indexOf(self) < holders.length % ranked.length ? quota + 1 : quota;
}
