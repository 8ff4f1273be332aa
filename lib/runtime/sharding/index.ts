// What is whose

export { type Duty, type Stint, type WriteRight, wholeDuty } from './duty.ts';

// The Leases behind it

export type { Election } from './election.ts';
export { Sharding, type ShardingOptions, type ShardingPorts } from './sharding.ts';
