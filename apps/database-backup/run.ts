import { k8s } from 'cdk8s-plus-28';
import { type Observed, partOf } from 'operand';
import { z } from 'zod';
import { DatabaseRestore } from './api.ts';
import { runAnnotation, taskLabel } from './job.ts';
import type { Outcome, Result } from './task.ts';

/** A Job of a resource, and the report of its program. */
export interface Run {
  readonly isVerification: boolean;
  readonly name: string;
  /** Orders the runs of a resource: the creation time and the name of the Job. */
  readonly position: string;
  /** The scheduled time; that of the creation for a restore. */
  readonly scheduledTime: Date;
  /** The end; undefined while the Job runs. */
  readonly end: RunEnd | undefined;
}

/** The end of a run: with an error if it failed; with a result unless the pod is gone. */
export interface RunEnd {
  readonly time: string;
  readonly error?: string;
  readonly result?: Result;
}

/** The end of the program in a pod, with its report. A kubelet may also end a pod before the program starts, with a message. */
export const ToolsPod = partOf(k8s.KubePod, ({ status }) => ({
  terminated: status?.containerStatuses?.find(({ name }) => name === 'tools')?.state?.terminated,
  isOver: status?.phase === 'Succeeded' || status?.phase === 'Failed',
  message: status?.message,
}));

type Job = Observed<typeof k8s.KubeJob>;
type Pod = Observed<typeof ToolsPod>;

/** Returns the runs of the Jobs that a resource owns, the oldest first. The labels alone may be those of another Job. */
export function runsOf(uid: string, jobs: readonly Job[], pods: readonly Pod[]): readonly Run[] {
  return jobs
    .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))
    .map((job) => runOf(job, pods))
    .sort((one, other) => (one.position < other.position ? -1 : 1));
}

/**
 * Returns true while a Job restores an archive. A backup meanwhile would dump databases without their rows, and its retention
 * may remove the archive.
 *
 * @param jobs - those with the label of one DatabaseBackup.
 */
export function isRestoring(jobs: readonly Job[]): boolean {
  return jobs.some(
    ({ metadata, status }) =>
      metadata.ownerReferences?.some(({ kind }) => kind === DatabaseRestore.GVK.kind) &&
      endCondition(status) === undefined,
  );
}

function runOf(job: Job, pods: readonly Pod[]): Run {
  const { name, labels, annotations, creationTimestamp } = job.metadata;
  const pod = pods.find(({ metadata }) => metadata.labels?.['batch.kubernetes.io/job-name'] === name);
  return {
    isVerification: labels?.[taskLabel] === 'verify',
    name,
    position: `${creationTimestamp}/${name}`,
    scheduledTime: new Date(annotations?.[runAnnotation] ?? creationTimestamp),
    end: endOf(job, pod),
  };
}

function endOf({ status, metadata }: Job, pod: Pod | undefined): RunEnd | undefined {
  const end = endCondition(status);
  // The watch of pods may be behind that of Jobs. A pod on a lost node is deleted at some time.
  const isReportMissing =
    pod !== undefined && !pod.terminated && !pod.isOver && pod.metadata.deletionTimestamp === undefined;
  if (end === undefined || isReportMissing) return undefined;
  const time = status?.completionTime ?? end.lastTransitionTime ?? metadata.creationTimestamp;
  const outcome = outcomeOf(pod?.terminated?.message);
  if (end.type === 'Failed') {
    const failure = pod?.message ?? `${end.message ?? 'the Job failed'} (${end.reason})`;
    return { time, error: outcome && 'error' in outcome ? outcome.error : failure };
  }
  return { time, ...(outcome && !('error' in outcome) && { result: outcome }) };
}

function endCondition(status: Job['status']) {
  return status?.conditions?.find(
    (condition) => (condition.type === 'Complete' || condition.type === 'Failed') && condition.status === 'True',
  );
}

const outcomeType = z.union([
  z.object({ error: z.string() }),
  z.object({
    archive: z.string(),
    sizeBytes: z.number(),
    checksum: z.string(),
    seconds: z.number(),
    tables: z.number(),
    rows: z.number(),
    pruned: z.number(),
  }),
]);

/** Decodes the report of a program; undefined if it is missing or cut off. */
function outcomeOf(report = ''): Outcome | undefined {
  try {
    return outcomeType.safeParse(JSON.parse(report)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
