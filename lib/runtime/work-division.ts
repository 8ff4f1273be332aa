// In: an operator's definition, and elections. Out: whose the work is among its replicas, and who is asked for that.
// Owns no logic: it introduces leader election, or sharding, to those who do the work. Called by the manager.

import { compareResourceVersions, type Kind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import {
  formatLabelSelector,
  type Operator,
  replicaLeaseLabels,
  replicaLeaseRoleLabels,
  replicaLeases,
} from '../constructs/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { eachTerm, type LeaderElection, leaderClient, leaseKind } from './leader-election/index.ts';
import type { Runnable } from './runnable/index.ts';
import { type Election, ownershipOfAll, Sharding, type ShardOwnership } from './sharding/index.ts';
import type { RegressionReport } from './shared-cache.ts';

/** What replicas divide the work by. */
export interface WorkDivisionPorts {
  /** For the work itself. */
  readonly client: Client;
  /** For the Leases. */
  readonly electionClient: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** See {@link RestoreGuard.report}. */
  readonly onRegression: RegressionReport;
}

/** One of several processes. */
export interface Replica {
  /** In all elections. */
  readonly identity: string;
  /** Where the Leases are. */
  readonly namespace: string;
  /** An election for the Lease of that name. */
  readonly elect: (lease: string, labels?: Readonly<Record<string, string>>) => LeaderElection;
}

/** How the replicas of an operator divide the work. */
export interface WorkDivision {
  /** What finds out whose the work is. */
  readonly elections: readonly Runnable[];
  /** Which resources of a kind this replica works on, while it works. */
  readonly shardOwnershipOf: (kind: Kind) => ShardOwnership;
  /** Work that goes on in this replica, made such that it only does so while some of it is this replica's. */
  readonly onShardOwnership: (work: Work) => Work;
  /** Work that is done once for all, made such that it is done by one replica at a time. */
  readonly asLeader: (work: Work) => Work;
  /** Writes for work that is done once for all. */
  readonly leaderClient: Client;
}

/** Goes on until it is told to stop. */
type Work = Runnable['run'];

/** @param replica - undefined where this process is the only one. */
export function workDivision(operator: Operator, ports: WorkDivisionPorts, replica: Replica | undefined): WorkDivision {
  if (replica === undefined) return undivided(ports);
  const { shards } = operator.props;
  return shards === undefined ? led(operator, ports, replica) : shared(operator, ports, { ...replica, shards });
}

function undivided({ client }: WorkDivisionPorts): WorkDivision {
  const always = (work: Work) => work;
  return {
    elections: [],
    shardOwnershipOf: () => ownershipOfAll(),
    onShardOwnership: always,
    asLeader: always,
    leaderClient: client,
  };
}

/** One does all of it, the others stand by. */
function led(operator: Operator, { client }: WorkDivisionPorts, { elect }: Replica): WorkDivision {
  const election = elect(operator.name);
  const shardOwnership = ownershipOfAll(election);
  return {
    elections: [{ name: 'lease', run: (stop) => election.run(stop) }],
    shardOwnershipOf: () => shardOwnership,
    onShardOwnership: duringTermsOf(election),
    asLeader: duringTermsOf(election),
    leaderClient: leaderClient(client, election),
  };
}

/** Each works on its shards, and one of them does what is done once for all. */
function shared(
  { name }: Operator,
  { client, electionClient, clock, logger, onRegression }: WorkDivisionPorts,
  { identity, namespace, elect, shards }: Replica & { readonly shards: number },
): WorkDivision {
  const labelSelector = formatLabelSelector({ matchLabels: replicaLeaseLabels(name) });
  let seen = '0';
  const sharding = new Sharding(
    { identity, leases: replicaLeases(name, shards) },
    {
      elect: (lease, role) => elect(lease, replicaLeaseRoleLabels(name, role)),
      look: async (signal) => {
        const { items, resourceVersion } = await electionClient.list(leaseKind, {
          namespace,
          labelSelector,
          signal,
          longestRetryWaitMs: 0, // the next look comes sooner
        });
        // One look follows the other, and each shows the present.
        if (compareResourceVersions(resourceVersion, seen) < 0) onRegression('Leases', seen, resourceVersion);
        seen = resourceVersion;
        return items;
      },
      clock,
      logger,
    },
  );
  return {
    elections: [{ name: 'sharding', run: (stop) => sharding.run(stop) }],
    shardOwnershipOf: (kind) => sharding.shardOwnershipOf(kind),
    onShardOwnership: (work) => work,
    asLeader: duringTermsOf(sharding.leader),
    leaderClient: leaderClient(client, sharding.leader),
  };
}

function duringTermsOf(election: Pick<Election, 'term'>): (work: Work) => Work {
  return (work) => (stop) => eachTerm(election, stop, work);
}
