// Elections

export { candidateIdentity } from './candidate-identity.ts';

// Leading

export { eachTerm } from './each-term.ts';
export { defaultElectionTiming, type ElectionTiming } from './election-timing.ts';
export { type Leadership, leaderClient } from './leader-client.ts';
export {
  LeaderElection,
  type LeaderElectionOptions,
  type LeaderElectionPorts,
  type LeaseEvents,
} from './leader-election.ts';
export { leaseKind } from './lease.ts';
export type { LeaseNote } from './lease-lock.ts';
export { NotLeaderError } from './not-leader-error.ts';
