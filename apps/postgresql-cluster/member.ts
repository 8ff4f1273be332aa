import { k8s } from 'cdk8s-plus-28';
import { type Observed, partOf, type ServerPod, serverPods } from 'operand';
import { z } from 'zod';
import { loweredSettings, pendingType } from './lowering.ts';
import { roleLabel } from './names.ts';

/** A pod of a cluster, and Patroni's report of the server in it. */
export interface Member extends ServerPod {
  /** The version of the server: the tag of its image. */
  readonly version: string | undefined;
  /** Unknown while the server starts. */
  readonly role: 'primary' | 'replica' | 'unknown';
  /** True while the server makes or recovers the first data of the cluster, from the start if it restarts. */
  readonly isBootstrapping: boolean;
  /** True if the server has found no data, and doesn't make or copy them. */
  readonly isEmpty: boolean;
  /** Such as `running`, `starting` or, of a replica that receives WAL, `streaming`. */
  readonly state: string;
  readonly timeline: number | undefined;
  /** The last byte of WAL that the server has. */
  readonly position: number | undefined;
  /** True if the server has settings that need a restart. */
  readonly isPendingRestart: boolean;
  /** Those of them that the primary has to lower before the replicas; none while others wait. */
  readonly lowers: readonly string[];
  readonly isReady: boolean;
  /** True if the pod is ready and stays, and a replica receives WAL. */
  readonly isHealthy: boolean;
}

/** The part of pods that {@link membersOf} reads, with the end of a Job's pod. A kubelet may end one before its container starts. */
export const ClusterPod = partOf(k8s.KubePod, ({ spec, status }) => ({
  image: spec?.containers.find(({ name }) => name === 'postgresql')?.image,
  runningSince: status?.containerStatuses?.find(({ name }) => name === 'postgresql')?.state?.running?.startedAt,
  terminated: status?.containerStatuses?.[0]?.state?.terminated,
  isOver: status?.phase === 'Succeeded' || status?.phase === 'Failed',
  message: status?.message,
  isReady: status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false,
}));

/** The annotation `status`, which Patroni writes in each of its loops. */
const reportType = z.object({
  role: z.string().optional(),
  state: z.string().optional(),
  replication_state: z.string().optional(),
  timeline: z.int32().optional(),
  xlog_location: z.number().optional(),
  pending_restart: z.boolean().optional(),
  pending_restart_reason: pendingType.optional().catch(undefined),
});

/** Returns the members of a cluster, by their ordinal. */
export function membersOf(cluster: string, pods: readonly Observed<typeof ClusterPod>[]): readonly Member[] {
  return serverPods(cluster, pods).map(({ pod, ...server }) => memberOf(pod, server));
}

/** Returns the primary. A server on a lost node keeps its role for a while, on an older timeline. */
export function primaryOf(members: readonly Member[]): Member | undefined {
  return members
    .filter(({ role, isHealthy }) => role === 'primary' && isHealthy)
    .toSorted((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0))[0];
}

/** The states in which Patroni bootstraps a cluster. */
const bootstrapStates = [
  'initializing new cluster',
  'running custom bootstrap script',
  'starting after custom bootstrap',
];

function memberOf(pod: Observed<typeof ClusterPod>, server: ServerPod): Member {
  const { metadata, image = '', runningSince, isReady } = pod;
  const report = reportOf(metadata.annotations?.status);
  const label = metadata.labels?.[roleLabel];
  const role = label === 'primary' || label === 'replica' ? label : 'unknown';
  const state = report.replication_state ?? report.state ?? 'unknown';
  const isServing = role === 'primary' ? state === 'running' : state === 'streaming';
  return {
    ...server,
    version: /:([1-9][0-9]+(?:\.[0-9]+)?)(?:@|$)/.exec(image)?.[1],
    role,
    // A report stays when its server has ended.
    isBootstrapping: runningSince !== undefined && bootstrapStates.includes(report.state ?? ''),
    isEmpty: report.role === 'uninitialized' && report.state === 'stopped',
    state,
    timeline: report.timeline,
    position: report.xlog_location,
    isPendingRestart: report.pending_restart ?? false,
    lowers: loweredSettings(report.pending_restart_reason ?? {}),
    isReady,
    isHealthy: isReady && isServing && !server.isLeaving,
  };
}

/** Decodes the report of Patroni; empty if there is none, or none that is valid. */
function reportOf(text = '{}'): z.output<typeof reportType> {
  try {
    return reportType.safeParse(JSON.parse(text)).data ?? {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
