export { defaultElectionTiming, type ElectionTiming } from './election-timing.ts';
export { leaderClient, NotLeaderError } from './leader-client.ts';
export {
  LeaderElection,
  type LeaderElectionOptions,
  type LeaderElectionPorts,
  type LeaseEvents,
} from './leader-election.ts';
