export { defaultElectionTiming, type ElectionTiming } from './election-timing.ts';
export { type LeadInPlaceOptions, type LeadsUntil, leadInPlace } from './lead-in-place.ts';
export { leaderClient, NotLeaderError } from './leader-client.ts';
export { LeaderElection } from './leader-election.ts';
