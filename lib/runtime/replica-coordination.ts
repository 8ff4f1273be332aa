// In: an operator's definition, and elections. Out: which of its replicas does which work. Owns no logic: it
// connects leader election, or sharding, to the parts that do the work. Called by the manager.

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
import { type LeaderElection, leaderClient } from './leader-election/index.ts';
import { type Election, leaseKind, runInEachTerm } from './lease/index.ts';
import type { Runnable } from './runnable.ts';
import { ownershipOfEverything, Sharding, type ShardOwnership } from './sharding/index.ts';
import type { RegressionReport } from './watch/index.ts';

/** The dependencies of {@link replicaCoordination}. */
export interface ReplicaCoordinationPorts {
  /** The client of the work itself. */
  readonly client: Client;
  /** The client of the Leases. */
  readonly electionClient: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  /** See {@link EtcdRestoreGuard.report}. */
  readonly onRegression: RegressionReport;
}

/** One of several processes. */
export interface Replica {
  /** In all elections. */
  readonly identity: string;
  /** The namespace of the Leases. */
  readonly namespace: string;
  /** Returns an election for the Lease of that name. */
  readonly elect: (lease: string, labels?: Readonly<Record<string, string>>) => LeaderElection;
}

/** Decides which of an operator's replicas does which work. */
export interface ReplicaCoordination {
  /** Hold the elections. */
  readonly elections: readonly Runnable[];
  /** Returns the shard ownership of a kind: the resources that this replica reconciles. */
  readonly shardOwnershipOf: (kind: Kind) => ShardOwnership;
  /** Wraps work of this replica so that it runs only while the replica owns a part of the work. */
  readonly onShardOwnership: (work: Work) => Work;
  /** Wraps work of the whole operator so that one replica runs it at a time. */
  readonly asLeader: (work: Work) => Work;
  /** The client for work of the whole operator. */
  readonly leaderClient: Client;
}

/** Runs until its signal aborts. */
type Work = Runnable['run'];

/** Returns the coordination of an operator's replicas. @param replica - undefined if this process is the only one. */
export function replicaCoordination(
  operator: Operator,
  ports: ReplicaCoordinationPorts,
  replica: Replica | undefined,
): ReplicaCoordination {
  if (replica === undefined) return singleProcess(ports);
  const { shards } = operator.props;
  return shards === undefined
    ? oneLeader(operator, ports, replica)
    : sharedWork(operator, ports, { ...replica, shards });
}

function singleProcess({ client }: ReplicaCoordinationPorts): ReplicaCoordination {
  const always = (work: Work) => work;
  return {
    elections: [],
    shardOwnershipOf: () => ownershipOfEverything(),
    onShardOwnership: always,
    asLeader: always,
    leaderClient: client,
  };
}

/** One replica does all of the work, the other ones stand by. */
function oneLeader(operator: Operator, { client }: ReplicaCoordinationPorts, { elect }: Replica): ReplicaCoordination {
  const election = elect(operator.name);
  const shardOwnership = ownershipOfEverything(election);
  return {
    elections: [{ name: 'lease', run: (stop) => election.run(stop) }],
    shardOwnershipOf: () => shardOwnership,
    onShardOwnership: duringTermsOf(election),
    asLeader: duringTermsOf(election),
    leaderClient: leaderClient(client, election),
  };
}

/** Each replica works on its shards, and one of them also does the work of the whole operator. */
function sharedWork(
  { name }: Operator,
  { client, electionClient, clock, logger, onRegression }: ReplicaCoordinationPorts,
  { identity, namespace, elect, shards }: Replica & { readonly shards: number },
): ReplicaCoordination {
  const labelSelector = formatLabelSelector({ matchLabels: replicaLeaseLabels(name) });
  let seen = '0';
  const sharding = new Sharding(
    { identity, leases: replicaLeases(name, shards) },
    {
      elect: (lease, role) => elect(lease, replicaLeaseRoleLabels(name, role)),
      listLeases: async (signal) => {
        const { items, resourceVersion } = await electionClient.list(leaseKind, {
          namespace,
          labelSelector,
          signal,
          longestRetryWaitMs: 0, // the next check comes sooner
        });
        // Checks follow each other, and each shows the present state.
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
  return (work) => (stop) => runInEachTerm(election, stop, work);
}
