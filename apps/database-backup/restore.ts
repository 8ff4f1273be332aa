import { k8s } from 'cdk8s-plus-28';
import {
  Action,
  type ConditionReport,
  isNotFound,
  type ReconcileContext,
  type Resource,
  type Status,
  TerminalError,
  type Use,
} from 'operand';
import type { DatabaseBackup, DatabaseRestore } from './api.ts';
import { jobCreated } from './backup.ts';
import { backupLabel, claimName, restoreLabel, taskJob, taskStorage } from './job.ts';
import { timeText } from './progress.ts';
import type { Run, RunEnd } from './run.ts';
import type { Server, UnknownServer } from './server.ts';

/** The kinds that {@link restore} writes. */
export const restoreUses = [
  { kind: k8s.KubeJob, verbs: ['create'] },
  { kind: k8s.KubePersistentVolumeClaim, verbs: ['get'] },
] as const satisfies readonly Use[];

/** The objects in the cluster that a DatabaseRestore depends on. */
export interface RestoreObservation {
  /** The DatabaseBackup whose archives are restored. */
  readonly backup: Resource<typeof DatabaseBackup> | undefined;
  readonly server: Server | UnknownServer;
  /** The only run, if it has started and its Job exists. */
  readonly run: Run | undefined;
}

type Acting = ReconcileContext<typeof DatabaseRestore, RestoreObservation, typeof restoreUses>;

/** Starts the only run of a DatabaseRestore, and reports its end. */
export async function restore(context: Acting, image: string): Promise<Action> {
  const { resource, spec, children, events, client } = context;
  const { backup, server, run } = children;
  if (resource.status.completionTime !== undefined) return Action.awaitChange();
  if (run !== undefined) {
    const { error, result } = run.end ?? {};
    if (error !== undefined) events.warning({ reason: 'RestoreFailed', message: error });
    else if (result) events.normal({ reason: 'RestoreSucceeded', message: `${result.archive}: ${result.rows} rows` });
    return Action.awaitChange();
  }
  if (resource.status.inProgress === true) {
    events.warning({ reason: 'RestoreFailed', message: deletedJob });
    return Action.awaitChange();
  }
  if (backup === undefined) {
    throw new TerminalError(`there is no DatabaseBackup ${spec.backupName}: create one with the path of the archives`);
  }
  if ('problem' in server) throw new TerminalError(server.problem);
  const problem = await volumeProblem(context, backup);
  if (problem !== undefined) throw new TerminalError(problem);
  const { engine, host, port } = server;
  const { archive, intoDatabase: database, overwrite, timeoutSeconds } = spec;
  const name = `${resource.metadata.name}-restore`;
  const job = taskJob({
    name,
    owner: resource,
    labels: { [restoreLabel]: resource.metadata.name, [backupLabel]: spec.backupName },
    task: {
      do: 'restore',
      engine,
      server: { host, port },
      storage: taskStorage(backup.spec),
      ...(archive && { archive }),
      ...(database && { database }),
      overwrite,
    },
    server,
    storage: backup.spec.storage,
    claim: claimName(backup.metadata.name, backup.spec),
    image,
    timeoutSeconds,
  });
  await jobCreated(name, client.create(k8s.KubeJob, job));
  return Action.awaitChange();
}

/** Returns the reason why the volume of a DatabaseBackup has no archive yet, if that is certain. */
async function volumeProblem({ client }: Acting, backup: Resource<typeof DatabaseBackup>): Promise<string | undefined> {
  const { metadata, spec, status } = backup;
  const { claim: given, s3 } = spec.storage;
  if (s3 !== undefined) return undefined;
  const { namespace = '' } = metadata;
  const name = claimName(metadata.name, spec);
  const first = `the first backup of DatabaseBackup ${metadata.name}`;
  try {
    const claim = await client.get(k8s.KubePersistentVolumeClaim, { namespace, name });
    // An older claim may have the archives of a DatabaseBackup that was deleted.
    const isNew = given === undefined && claim.metadata.creationTimestamp >= metadata.creationTimestamp;
    return isNew && status.lastBackupTime === undefined ? `there is no archive until ${first} succeeds` : undefined;
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return `there is no volume claim ${name}: ${given === undefined ? `${first} creates it` : 'create it'}`;
  }
}

/** The error of a run that may have replaced a database in part: another one is a decision of the user. */
const deletedJob =
  'its Job was deleted before its end was seen: look at the database, and create another DatabaseRestore';

/** Returns the status of a DatabaseRestore, which stays when its Job is gone. */
export function restoreStatus(
  { status }: Resource<typeof DatabaseRestore>,
  { run }: RestoreObservation,
  now: Date,
): Status<typeof DatabaseRestore> & { readonly conditions: readonly ConditionReport[] } {
  const { conditions = [], observedGeneration: _generation, ...before } = status;
  const own = conditions.filter(({ type }) => type === 'Complete' || type === 'Failed');
  const kept = own.map(({ type, status: state, reason, message }) => ({ type, status: state, reason, message }));
  // A status in progress was written when the cache had the Job.
  const isDeleted = run === undefined && before.inProgress === true;
  const end: RunEnd | undefined = isDeleted ? { time: timeText(now), error: deletedJob } : run?.end;
  if (before.completionTime !== undefined || end === undefined) {
    return { ...before, inProgress: run !== undefined && end === undefined, conditions: kept };
  }
  const { time: completionTime, result, error } = end;
  const facts = result && { archive: result.archive, tables: result.tables, rows: result.rows };
  return { ...before, ...facts, inProgress: false, completionTime, conditions: [endCondition(error)] };
}

/** As Jobs have it, so that `kubectl wait --for=condition=Complete` works. */
function endCondition(error: string | undefined): ConditionReport {
  return error === undefined
    ? { type: 'Complete', status: 'True', reason: 'Succeeded', message: 'the archive is restored' }
    : { type: 'Failed', status: 'True', reason: 'Failed', message: error };
}
