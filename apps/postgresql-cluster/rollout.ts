import { ServerRollout } from 'operand';
import { type Member, primaryOf } from './member.ts';
import { mostLagBytes } from './patroni.ts';

/** A cluster as it is, and as it is to become. */
export interface Rollout {
  /** The name of the cluster. */
  readonly cluster: string;
  readonly members: readonly Member[];
  /** 0 while hibernated. */
  readonly instances: number;
  /** The revision of the StatefulSet that all pods are to have. */
  readonly revision: string | undefined;
  /** The uids of the pods that may lack settings until they restart. */
  readonly configured: readonly string[];
  /** The replicas that have all acknowledged commits; undefined if commits wait for none. */
  readonly synchronous: readonly string[] | undefined;
  readonly preferredPrimary: number | undefined;
  /** The ordinals of the servers that are stopped: their pods stay, and no other server stops meanwhile. */
  readonly fenced: readonly number[];
}

/** Returns the rollout of a cluster: PostgreSQL decides the effect of a pod's restart, and the replicas that may take over. */
export function serverRollout(rollout: Rollout): ServerRollout {
  const { cluster, instances, revision, configured, preferredPrimary, fenced } = rollout;
  const members = rollout.members.filter(({ ordinal }) => !fenced.includes(ordinal));
  const stopped = rollout.members.find((member) => !members.includes(member));
  const primary = primaryOf(members);
  return new ServerRollout({
    servers: members.map((member) => ({
      ...member,
      // A bootstrap may take hours.
      revision: member.isBootstrapping ? revision : member.revision,
      // A second restart doesn't apply a setting that the first one didn't.
      restart: member.isPendingRestart ? (configured.includes(member.uid) ? 'due' : 'ineffective') : undefined,
    })),
    instances,
    revision,
    successors: primary === undefined ? [] : successors(primary, { ...rollout, members }),
    preferred: preferredPrimary === undefined ? undefined : `${cluster}-${preferredPrimary}`,
    hold: stopped ? `${stopped.name} is fenced` : primary && hold(primary, rollout),
  });
}

/**
 * Returns why no server may stop. The primary has to lower settings before a server restarts, or each replica has to
 * acknowledge commits: without any one of them, these wouldn't go on.
 */
function hold(primary: Member, { members, synchronous }: Rollout): string | undefined {
  if (primary.lowers.length > 0)
    return `${primary.name} restarts PostgreSQL first, to lower ${primary.lowers.join(', ')}`;
  const other = members.find(({ name }) => name !== primary.name && synchronous?.includes(name) === false);
  return other && `${other.name} doesn't acknowledge commits yet`;
}

/** Returns the replicas that Patroni lets take over, those with the most WAL first. */
function successors(primary: Member, { members, synchronous }: Rollout): readonly Member[] {
  return members
    .filter(
      ({ name, position }) =>
        name !== primary.name &&
        (primary.position ?? 0) - (position ?? 0) <= mostLagBytes &&
        synchronous?.includes(name) !== false,
    )
    .toSorted((one, other) => (other.position ?? 0) - (one.position ?? 0));
}

/**
 * Returns the file by which a primary restarts PostgreSQL in its pod, to lower settings: its name. It is empty while no
 * primary has to, or a server isn't healthy.
 */
export function loweringFile(members: readonly Member[]): string {
  const primary = primaryOf(members);
  const isDue = primary !== undefined && primary.lowers.length > 0 && members.every(({ isHealthy }) => isHealthy);
  return isDue ? `${primary.name}\n` : '';
}
