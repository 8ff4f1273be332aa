import type { ServerPod } from './server-pod.ts';

/** A server of a {@link ServerRollout}, as the caches have it. */
export interface RolloutServer extends ServerPod {
  /** Unknown while the server starts. */
  readonly role: 'primary' | 'replica' | 'unknown';
  /** True if the server serves in its role, and its pod is ready and stays. */
  readonly isHealthy: boolean;
  /**
   * A setting that takes a restart: `due`, or `ineffective` if the server restarted for it and still lacks it.
   *
   * @default none
   */
  readonly restart?: 'due' | 'ineffective' | undefined;
}

/** The servers of a resource as they are, and as they are to become. */
export interface ServerRolloutProps {
  readonly servers: readonly RolloutServer[];
  /** The number of servers in the spec; 0 stops all at once. */
  readonly instances: number;
  /** The revision that all pods are to have, as {@link ServerRollout.revision} returns it. */
  readonly revision: string | undefined;
  /** The replicas that may become the primary now, the best one first. */
  readonly successors: readonly RolloutServer[];
  /** The server that is to be the primary, also without a change of the revision. @default any */
  readonly preferred?: string | undefined;
  /** The reason why no healthy server may stop now, such as a replica that has no data yet. @default none */
  readonly hold?: string | undefined;
}

/** A server that becomes the primary instead of another one. */
export interface HandOver {
  readonly from: RolloutServer;
  readonly to: RolloutServer;
}

/** The next act of the operator: it replaces a pod, or lets the primary hand over to a replica. */
export type RolloutStep = { readonly replace: RolloutServer } | { readonly handOver: HandOver };

/** Returns the next step of a rollout; undefined while the servers need time, and at the end. */
export function rolloutStep(rollout: ServerRolloutProps): RolloutStep | undefined {
  const { servers, instances, successors, preferred } = rollout;
  if (instances === 0) return undefined;
  const broken = servers.filter(({ isHealthy }) => !isHealthy);
  if (broken.length > 0) {
    const replaced = broken.find((server) => isReplaceable(server, rollout));
    return replaced && { replace: replaced };
  }
  const [primary, ...others] = servers.filter(({ role }) => role === 'primary');
  // A lost node's server keeps the role of the primary for a while: then it isn't known which servers run.
  if (servers.length < instances || primary === undefined || others.length > 0) return undefined;
  if (rollout.hold !== undefined) return undefined;
  const replica = servers.findLast((server) => server !== primary && isOutdated(server, rollout));
  if (replica !== undefined) return { replace: replica };
  const isOld = isOutdated(primary, rollout);
  const candidates = successors.filter(({ ordinal, name }) => ordinal < instances && name !== primary.name);
  const to = candidates.find(({ name }) => name === preferred) ?? candidates[0];
  if (to !== undefined && (isOld || primary.ordinal >= instances || to.name === preferred)) {
    return { handOver: { from: primary, to } };
  }
  return isOld && servers.length === 1 ? { replace: primary } : undefined;
}

/**
 * Returns true if a server that isn't healthy may be replaced, since it may need the new revision: one that has never
 * started, the only one, and a replica beside a primary. A replica without a primary may be about to become it.
 */
function isReplaceable(server: RolloutServer, rollout: ServerRolloutProps): boolean {
  const { servers, instances } = rollout;
  if (server.isLeaving || !isOldRevision(server, rollout)) return false;
  if (server.role === 'unknown' || instances === 1) return true;
  const isAlone = servers.every(({ isHealthy, name }) => isHealthy || name === server.name);
  const hasPrimary = servers.some(({ role, isHealthy }) => role === 'primary' && isHealthy);
  return server.role === 'replica' && isAlone && hasPrimary && servers.length >= instances;
}

/** Returns true if a pod has to be replaced. */
function isOutdated(server: RolloutServer, rollout: ServerRolloutProps): boolean {
  return isOldRevision(server, rollout) || server.restart === 'due';
}

function isOldRevision({ revision }: RolloutServer, rollout: ServerRolloutProps): boolean {
  return rollout.revision !== undefined && revision !== rollout.revision;
}
