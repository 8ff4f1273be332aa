// Shard ownership

export { ownershipOfEverything, type ShardOwnership, type WorkTerm } from './shard-ownership.ts';

// The Leases behind it

export { Sharding } from './sharding.ts';
