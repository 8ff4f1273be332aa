// Elections
export { candidateIdentity } from './candidate-identity.ts';
export { defaultElectionTiming, type ElectionTiming } from './election-timing.ts';
export { LeaderElection, type LeaderElectionOptions, type LeaderElectionPorts, type LeaseEvents } from './leader-election.ts';
export { leaseKind } from './lease.ts';

// Leading
export { eachTerm } from './each-term.ts';
export { leaderClient, type Leadership } from './leader-client.ts';
export { NotLeaderError } from './not-leader-error.ts';
