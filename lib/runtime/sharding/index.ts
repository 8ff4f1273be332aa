// Shard ownership

export { ownershipOfAll, type ShardOwnership, type WorkTerm, type WriteRight } from './shard-ownership.ts';

// The Leases behind it

export type { Election } from './election.ts';
export { Sharding, type ShardingOptions, type ShardingPorts } from './sharding.ts';
