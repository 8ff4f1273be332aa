export { leaderClient, NotLeaderError } from './leader-client.ts';
export { LeaderElection } from './leader-election.ts';
export { type LeadsUntil, type LeaseTakeoverOptions, takeOverLeases } from './lease-takeover.ts';
