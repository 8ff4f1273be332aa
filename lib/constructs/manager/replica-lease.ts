import type { StoredObject } from '../../api/index.ts';

/** The Leases by which the replicas of an operator share its work, all of them in its own namespace. */
export interface ReplicaLeases {
  /** Its holder does the work that isn't sharded. Replicas without shards use the same Lease. */
  readonly leader: string;
  /** One for each replica that takes part: at most as many as there are shards. */
  readonly members: readonly string[];
  /**
   * The Leases of the shards, by number. Other numbers of shards have other Leases: shard 1 of 4 isn't shard 1 of 8.
   */
  readonly shards: readonly string[];
}

/** The purpose of a Lease of {@link ReplicaLeases}. */
export type ReplicaLeaseRole = 'leader' | 'member' | 'shard';

/** Returns the names of the Leases, in the operator's namespace. */
export function replicaLeases(operator: string, shardCount: number): ReplicaLeases {
  const named = (role: ReplicaLeaseRole) =>
    Array.from({ length: shardCount }, (_, index) => `${operator}-${role}-${index}-of-${shardCount}`);
  return { leader: operator, members: named('member'), shards: named('shard') };
}

/** Returns the labels that select the Leases of an operator's replicas. */
export function replicaLeaseLabels(operator: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/part-of': operator };
}

/** Returns the labels of a Lease of {@link ReplicaLeases}. */
export function replicaLeaseRoleLabels(operator: string, role: ReplicaLeaseRole): Readonly<Record<string, string>> {
  return { ...replicaLeaseLabels(operator), [roleLabel]: role };
}

/** Returns the purpose that a listed Lease has by its label. */
export function replicaLeaseRole({ metadata }: StoredObject): string | undefined {
  return metadata.labels?.[roleLabel];
}

const roleLabel = 'app.kubernetes.io/component';
