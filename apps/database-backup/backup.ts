import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import {
  Action,
  type Counter,
  type Histogram,
  isAlreadyExists,
  isNotFound,
  type ReconcileContext,
  type Use,
} from 'operand';
import type { DatabaseBackup } from './api.ts';
import { backupLabel, claimName, taskJob, taskStorage } from './job.ts';
import { type DueRun, type Observation, progress, timeText } from './progress.ts';
import { isRestoring, type Run, runsOf } from './run.ts';
import type { Server } from './server.ts';
import type { Task } from './task.ts';

/** The number of Jobs that stay for their logs. */
const keptJobs = 3;

/** The kinds that {@link backUp} reads and writes. */
export const backupUses = [
  { kind: k8s.KubeJob, verbs: ['list', 'create', 'delete'] },
  { kind: k8s.KubePersistentVolumeClaim, verbs: ['get', 'create'] },
] as const satisfies readonly Use[];

type Acting = ReconcileContext<typeof DatabaseBackup, Observation, typeof backupUses>;

export interface BackupProps {
  /** The image with the program in `tools/`. */
  readonly image: string;
  /** Counts runs by their result. */
  readonly runs: Counter<typeof runLabels>;
  /** The time of backups that succeeded. */
  readonly duration: Histogram;
}

/** The labels of the counter of runs. */
export const runLabels = {
  result: ['backed-up', 'backup-failed', 'verified', 'verification-failed', 'missed'],
} as const;

/** Starts the run that is due, and reports those that have ended. */
export async function backUp(context: Acting, props: BackupProps): Promise<Action> {
  const { events, metrics, now, children } = context;
  const { ended, missed, due, next } = progress(context.resource, children, now);
  const { server } = children;
  for (const run of ended) reportEnd(run, context, props);
  for (const { time } of missed) {
    metrics.add(props.runs, 1, { result: 'missed' });
    events.warning({ reason: 'RunMissed', message: `the run of ${timeText(time)} has missed its deadline` });
  }
  await deleteOldJobs(context);
  if (due !== undefined) {
    if ('problem' in server) events.warning({ reason: 'DatabaseUnknown', message: server.problem });
    else await start(due, { context, server, image: props.image });
  }
  return next === undefined
    ? Action.awaitChange()
    : Action.requeueAfter(Duration.millis(Math.max(0, next.getTime() - now.getTime())));
}

/** Records the end of a run in an Event and in the metrics. */
function reportEnd(
  { name, end, isVerification }: Run,
  { events, metrics }: Acting,
  { runs, duration }: BackupProps,
): void {
  const { error, result } = end ?? {};
  if (error !== undefined) {
    metrics.add(runs, 1, { result: isVerification ? 'verification-failed' : 'backup-failed' });
    events.warning({ reason: isVerification ? 'VerificationFailed' : 'BackupFailed', message: `${name}: ${error}` });
    return;
  }
  metrics.add(runs, 1, { result: isVerification ? 'verified' : 'backed-up' });
  if (result && !isVerification) metrics.observe(duration, result.seconds);
  const facts = result && `: ${result.archive}, ${result.tables} tables, ${result.rows} rows, ${result.seconds} s`;
  events.normal({
    reason: isVerification ? 'VerificationSucceeded' : 'BackupSucceeded',
    message: `${name}${facts ?? ''}`,
  });
}

interface Start {
  readonly context: Acting;
  readonly server: Server;
  readonly image: string;
}

/** Creates the Job of a run, unless another one or a restore still runs. */
async function start({ isVerification, time }: DueRun, { context, server, image }: Start): Promise<void> {
  const { resource, metadata, spec, client } = context;
  const { namespace = '', name } = metadata;
  const labels = { [backupLabel]: name };
  // The cache of a new leader may lack the Job that the last one created: the API server knows.
  const jobs = await client.list(k8s.KubeJob, { namespace, labels });
  // The name of a run is the same after a crash, so that there is one Job at most.
  const jobName = `${name}-${time.getTime() / 1000}-${isVerification ? 'verify' : 'backup'}`;
  const isStarted = runsOf(metadata.uid, jobs, []).some((run) => run.end === undefined || run.name === jobName);
  if (isStarted || isRestoring(jobs)) return;
  const claim = claimName(name, spec);
  if (spec.storage.claim === undefined && spec.storage.s3 === undefined) await createClaim(claim, context);
  const { host, port, engine } = server;
  const run = timeText(time);
  const subject = { engine, storage: taskStorage(spec) };
  const { databases, tables, retention } = spec;
  const task: Task = isVerification
    ? { ...subject, do: 'verify', server: { host: '127.0.0.1', port } }
    : {
        ...subject,
        do: 'backup',
        owner: `${namespace}/${name}`,
        server: { host, port },
        ...(databases && { databases }),
        ...(tables && { tables }),
        retention,
        run,
      };
  const job = taskJob({
    name: jobName,
    owner: resource,
    labels,
    task,
    run,
    server,
    storage: spec.storage,
    claim,
    image,
    timeoutSeconds: spec.timeoutSeconds,
  });
  await jobCreated(jobName, client.create(k8s.KubeJob, job));
}

/** Creates the claim of the archives. It has no owner, because it outlives the DatabaseBackup. */
async function createClaim(name: string, { metadata, spec, client }: Acting): Promise<void> {
  const { namespace = '' } = metadata;
  try {
    await client.create(k8s.KubePersistentVolumeClaim, {
      metadata: { namespace, name, labels: { [backupLabel]: metadata.name } },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: String(spec.storage.size) } } },
    });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const { metadata: existing } = await client.get(k8s.KubePersistentVolumeClaim, { namespace, name });
    const controller = existing.ownerReferences?.find((owner) => owner.controller);
    if (controller === undefined) return;
    throw new Error(
      `the volume claim ${name} goes with its ${controller.kind} ${controller.name}: name another claim in spec.storage.claim`,
    );
  }
}

/** Waits until a Job is created. After an error, the retry finds the Job if it is one of this operator. */
export async function jobCreated(name: string, creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (cause) {
    if (!isAlreadyExists(cause)) throw cause;
    throw new Error(`another Job has the name ${name}: delete it`, { cause });
  }
}

/** Deletes Jobs whose end the status counts, except for the newest. */
async function deleteOldJobs({ metadata, resource, children, client }: Acting): Promise<void> {
  const { namespace = '' } = metadata;
  const { lastRun = '' } = resource.status;
  const counted = children.runs.filter(({ end, position }) => end !== undefined && position <= lastRun);
  for (const run of counted.slice(0, -keptJobs)) {
    try {
      await client.delete(k8s.KubeJob, { namespace, name: run.name }, { propagationPolicy: 'Background' });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
}
