import { type Member, primaryOf } from './member.ts';
import { mostLagBytes } from './patroni.ts';

/** A cluster as it is, and as it is to become. */
export interface Rollout {
  readonly members: readonly Member[];
  /** 0 while hibernated. */
  readonly instances: number;
  /** The revision of the StatefulSet that all pods are to have. */
  readonly revision: string | undefined;
  /** The uids of the pods that had the settings before the last change of Patroni's configuration. */
  readonly configured: readonly string[];
  /** The replicas that have all acknowledged commits; undefined if commits wait for none. */
  readonly synchronous: readonly string[] | undefined;
  readonly preferredPrimary: number | undefined;
}

/** The next act of the operator: it replaces a pod, or lets the primary hand over to a replica. */
export type Step = { readonly replace: Member } | { readonly handOver: HandOver };

export interface HandOver {
  readonly from: Member;
  readonly to: Member;
}

/**
 * Returns the next step of a rollout; undefined while the cluster needs time, and at its end. At most one server is
 * down: replicas restart first, and the primary hands over before its own pod is replaced or removed.
 */
export function nextStep(rollout: Rollout): Step | undefined {
  const { members, instances } = rollout;
  if (instances === 0) return undefined;
  const broken = members.filter(({ isHealthy }) => !isHealthy);
  if (broken.length > 0) {
    const replaced = broken.find((member) => isReplaceable(member, rollout));
    return replaced && { replace: replaced };
  }
  if (members.length < instances) return undefined;
  // A lost node's server keeps the role of the primary for a while: then it isn't known which servers run.
  if (members.filter(({ role }) => role === 'primary').length > 1) return undefined;
  const primary = primaryOf(members);
  if (primary === undefined || !isCovered(rollout, primary)) return undefined;
  const replica = members.findLast((member) => member !== primary && isOutdated(member, rollout));
  if (replica !== undefined) return { replace: replica };
  const isOld = isOutdated(primary, rollout);
  const to = successor(primary, rollout);
  if (to !== undefined && (isOld || primary.ordinal >= instances || to.ordinal === rollout.preferredPrimary)) {
    return { handOver: { from: primary, to } };
  }
  return isOld && members.length === 1 ? { replace: primary } : undefined;
}

/**
 * Returns true if a server that isn't healthy may be replaced, since it may need the new revision: one that has never
 * started, the only one, and a replica beside a primary. A replica without a primary may be about to become it.
 */
function isReplaceable(member: Member, rollout: Rollout): boolean {
  const { members, instances } = rollout;
  if (member.isLeaving || !isOldRevision(member, rollout)) return false;
  if (member.role === 'unknown' || instances === 1) return true;
  const isAlone = members.every(({ isHealthy, name }) => isHealthy || name === member.name);
  return member.role === 'replica' && isAlone && members.length >= instances && primaryOf(members) !== undefined;
}

/** Returns true if commits go on without any one replica: each one may acknowledge them. */
function isCovered({ members, synchronous }: Rollout, primary: Member): boolean {
  return synchronous === undefined || members.every(({ name }) => name === primary.name || synchronous.includes(name));
}

/** Returns the replica that takes over: the preferred one, else that with the most WAL. */
function successor(
  primary: Member,
  { members, instances, synchronous, preferredPrimary }: Rollout,
): Member | undefined {
  const candidates = members.filter(
    (member) =>
      member !== primary &&
      member.ordinal < instances &&
      // Patroni refuses a replica that is further behind.
      (primary.position ?? 0) - (member.position ?? 0) <= mostLagBytes &&
      (synchronous === undefined || synchronous.includes(member.name)),
  );
  return (
    candidates.find(({ ordinal }) => ordinal === preferredPrimary) ??
    candidates.toSorted((one, other) => (other.position ?? 0) - (one.position ?? 0))[0]
  );
}

/** Returns true if a pod has to be replaced. A second restart doesn't apply a setting that the first one didn't. */
function isOutdated(member: Member, rollout: Rollout): boolean {
  return isOldRevision(member, rollout) || (member.isPendingRestart && rollout.configured.includes(member.uid));
}

function isOldRevision({ revision }: Member, rollout: Rollout): boolean {
  return rollout.revision !== undefined && revision !== rollout.revision;
}
