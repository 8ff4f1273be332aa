import type { StoredObject } from '../../api/index.ts';

/** The Leases by which the replicas of an operator share its work, each among all of its own namespace. */
export interface ReplicaLeases {
  /** Whoever holds it does what is done once for all. The same as that of replicas that don't share. */
  readonly leader: string;
  /** One for each replica that takes part: at most as many as there are shards. */
  readonly members: readonly string[];
  /** By number of the shard. Other numbers of shards have other Leases: shard 1 of 4 isn't shard 1 of 8. */
  readonly shards: readonly string[];
}

/** What a Lease of {@link ReplicaLeases} is for. */
export type ReplicaLeaseRole = 'leader' | 'member' | 'shard';

/** Names of Leases, in the operator's namespace. */
export function replicaLeases(operator: string, shardCount: number): ReplicaLeases {
  const named = (role: ReplicaLeaseRole) =>
    Array.from({ length: shardCount }, (_, index) => `${operator}-${role}-${index}-of-${shardCount}`);
  return { leader: operator, members: named('member'), shards: named('shard') };
}

/** What the Leases of an operator's replicas are found by in lists. */
export function replicaLeaseLabels(operator: string): Readonly<Record<string, string>> {
  return { 'app.kubernetes.io/part-of': operator };
}

/** The labels of a Lease of {@link ReplicaLeases}. */
export function replicaLeaseRoleLabels(operator: string, role: ReplicaLeaseRole): Readonly<Record<string, string>> {
  return { ...replicaLeaseLabels(operator), [roleLabel]: role };
}

/** What a listed Lease says that it is for. */
export function replicaLeaseRole({ metadata }: StoredObject): string | undefined {
  return metadata.labels?.[roleLabel];
}

const roleLabel = 'app.kubernetes.io/component';
