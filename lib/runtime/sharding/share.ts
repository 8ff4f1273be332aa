// In: who takes part, and who holds which shard. Out: which of them one replica is to take, and which to give up.
// Pure: replicas that see the same come to plans that fit each other. Called by Sharding at each look at the Leases.

import { hashOf } from './shard-number.ts';

/** What one replica knows when it plans. */
export interface Situation {
  readonly self: string;
  /** Identities of the replicas that take part. */
  readonly members: readonly string[];
  /** By number of the shard: the identity of its holder; undefined if it is free. */
  readonly holders: readonly (string | undefined)[];
  /** Free shards that those whose they were to be have left alone for too long. */
  readonly orphans: ReadonlySet<number>;
  /** Shards of this replica's own that were orphans: it keeps them beyond its share. */
  readonly adopted: ReadonlySet<number>;
}

/** What one replica is to do: numbers of shards. */
export interface Share {
  readonly take: readonly number[];
  readonly give: readonly number[];
}

/**
 * What brings the replicas closer to holding equally many shards, and every shard.
 *
 * When all do as they are told, all shards are held, by nobody more than one more than by another, and none has moved
 * that didn't have to: a replica that joins is given the `shards ÷ members` that it is to hold, and no others move.
 * Who isn't a member takes nothing, and gives nothing up while there is a place for it to take: there are as many as shards.
 */
export function share(situation: Situation): Share {
  const { self, members, holders, orphans, adopted } = situation;
  const preferred = preference(self, holders.length);
  const own = preferred.filter((shard) => holders[shard] === self);
  if (!members.includes(self)) return { take: [], give: members.length < holders.length ? [] : own };
  const quota = quotaOf(situation);
  const free = preferred.filter((shard) => holders[shard] === undefined);
  const due = free.slice(0, Math.max(quota - own.length, 0));
  return {
    take: [...new Set([...due, ...free.filter((shard) => orphans.has(shard))])],
    give: own.filter((shard) => !adopted.has(shard)).slice(quota),
  };
}

/** The shards in one replica's own order, so that several who take at once seldom want the same. */
export function preference(self: string, shardCount: number): number[] {
  const shards = Array.from({ length: shardCount }, (_, shard) => ({ shard, rank: hashOf(`${self} ${shard}`) }));
  return shards.sort((one, other) => one.rank - other.rank || one.shard - other.shard).map(({ shard }) => shard);
}

/** How many shards this replica is to hold. What doesn't divide goes to those who hold most already: it needn't move. */
function quotaOf({ self, members, holders }: Situation): number {
  const held = (member: string) => holders.filter((holder) => holder === member).length;
  const ranked = [...new Set(members)].sort((one, other) => held(other) - held(one) || (one < other ? -1 : 1));
  const quota = Math.floor(holders.length / ranked.length);
  return ranked.indexOf(self) < holders.length % ranked.length ? quota + 1 : quota;
}
