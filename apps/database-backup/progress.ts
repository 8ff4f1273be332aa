import { type ConditionReport, type Resource, Schedule, type Status, TerminalError } from 'operand';
import type { DatabaseBackup } from './api.ts';
import type { Run } from './run.ts';
import type { Server, UnknownServer } from './server.ts';

/** A run that is to start. */
export interface DueRun {
  readonly isVerification: boolean;
  readonly time: Date;
}

/** The state of a DatabaseBackup: its status, and the facts that follow from it. */
export interface Progress {
  readonly status: Status<typeof DatabaseBackup> & { readonly conditions: readonly ConditionReport[] };
  /** Runs whose end the stored status doesn't count yet. */
  readonly ended: readonly Run[];
  /** Scheduled times whose deadline is over, and that the stored status doesn't have yet. */
  readonly missed: readonly DueRun[];
  readonly due: DueRun | undefined;
  /** The time at which the state changes by itself. */
  readonly next: Date | undefined;
}

/** The objects in the cluster that a DatabaseBackup depends on. */
export interface Observation {
  /** All runs that exist, the oldest first. */
  readonly runs: readonly Run[];
  /** True while an archive is restored: no run starts. */
  readonly isRestoring: boolean;
  readonly server: Server | UnknownServer;
}

/**
 * Returns the state of a DatabaseBackup. Jobs and the stored status are the only memory, so that a manager that restarts
 * continues where the last one stopped.
 *
 * @throws TerminalError for a schedule or a time zone that is not valid.
 */
export function progress(
  resource: Resource<typeof DatabaseBackup>,
  { runs, isRestoring, server }: Observation,
  now: Date,
): Progress {
  const { spec, status } = resource;
  const isRunning = runs.some(({ end }) => end === undefined);
  const ended = runs.filter(({ end, position }) => end !== undefined && position > (status.lastRun ?? ''));
  const subject = { resource, runs, now };
  const backups = turn(spec.schedule, false, subject);
  const verifications = spec.verification && turn(spec.verification.schedule, true, subject);
  const turns = [backups, ...(verifications ? [verifications] : [])];
  const [due] = turns.flatMap(({ isVerification, start }) => (start ? [{ isVerification, time: start }] : []));
  const nextTimes = spec.suspend ? [] : turns.map(({ next }) => next.getTime());
  return {
    status: {
      ...counted(resource, ended),
      inProgress: isRunning,
      ...(!spec.suspend && { nextBackupTime: timeText(backups.next) }),
      ...(backups.last && { lastScheduleTime: timeText(backups.last) }),
      ...(verifications?.last && { lastVerificationScheduleTime: timeText(verifications.last) }),
      conditions: conditions(resource, ended, server),
    },
    ended,
    missed: turns.flatMap(({ isVerification, missed }) => (missed ? [{ isVerification, time: missed }] : [])),
    due: isRunning || isRestoring ? undefined : due,
    next: nextTimes.length > 0 ? new Date(Math.min(...nextTimes)) : undefined,
  };
}

/** The memory of a schedule. */
interface Subject {
  readonly resource: Resource<typeof DatabaseBackup>;
  readonly runs: readonly Run[];
  readonly now: Date;
}

/** One schedule of a resource, now. */
interface Turn {
  readonly isVerification: boolean;
  /** The newest scheduled time that has started or was missed. */
  readonly last: Date | undefined;
  readonly start?: Date | undefined;
  readonly missed?: Date;
  readonly next: Date;
}

function turn(pattern: string, isVerification: boolean, { resource, runs, now }: Subject): Turn {
  const { spec, status, metadata } = resource;
  const stored = isVerification ? status.lastVerificationScheduleTime : status.lastScheduleTime;
  const known = [
    ...(stored === undefined ? [] : [new Date(stored)]),
    ...runs.filter((run) => run.isVerification === isVerification).map(({ scheduledTime }) => scheduledTime),
  ];
  // A time to come was recorded before the clock was set back: all runs from now on are new.
  const last = latest(known.map((time) => (time > now ? now : time)));
  const since = last ?? new Date(metadata.creationTimestamp);
  const { start, missed, next } = dueTimes(pattern, { spec, since, now });
  return {
    isVerification,
    last: latest([last, missed].filter((time) => time !== undefined)),
    start: spec.suspend ? undefined : start,
    ...(missed && !spec.suspend && { missed }),
    next,
  };
}

interface Moment {
  readonly spec: Resource<typeof DatabaseBackup>['spec'];
  readonly since: Date;
  readonly now: Date;
}

function dueTimes(pattern: string, { spec, since, now }: Moment) {
  const { timeZone, startingDeadlineSeconds: deadlineSeconds } = spec;
  try {
    return new Schedule(pattern, { timeZone }).due({ since, now, deadlineSeconds });
  } catch (error) {
    if (error instanceof TypeError) throw new TerminalError(error.message);
    throw error;
  }
}

/** Returns the fields of the status that count the ends of runs. */
function counted({ status }: Resource<typeof DatabaseBackup>, ended: readonly Run[]) {
  const { conditions: _conditions, observedGeneration: _generation, nextBackupTime: _next, ...before } = status;
  let fields = { ...before, consecutiveFailures: status.consecutiveFailures ?? 0 };
  for (const { end, isVerification, position } of ended) {
    fields = { ...fields, lastRun: position };
    if (end?.error !== undefined) {
      if (!isVerification) fields.consecutiveFailures += 1;
    } else if (end !== undefined) {
      fields = { ...fields, ...(isVerification ? verified(end) : backedUp(end)) };
    }
  }
  return fields;
}

function backedUp({ time, result }: NonNullable<Run['end']>) {
  return {
    consecutiveFailures: 0,
    lastBackupTime: time,
    ...(result && {
      lastArchive: result.archive,
      lastSizeBytes: result.sizeBytes,
      lastDurationSeconds: result.seconds,
    }),
  };
}

function verified({ time, result }: NonNullable<Run['end']>) {
  return { lastVerificationTime: time, ...(result && { verifiedArchive: result.archive }) };
}

function conditions(
  { status }: Resource<typeof DatabaseBackup>,
  ended: readonly Run[],
  server: Server | UnknownServer,
): ConditionReport[] {
  const found: ConditionReport =
    'problem' in server
      ? { type: 'DatabaseFound', status: 'False', reason: 'DatabaseUnknown', message: server.problem }
      : { type: 'DatabaseFound', status: 'True', reason: 'Found', message: `${server.engine} at ${server.host}` };
  const last = (type: string, isVerification: boolean) => {
    const run = ended.findLast((each) => each.isVerification === isVerification);
    const stored = status.conditions?.find((condition) => condition.type === type);
    const kept = stored && { type, status: stored.status, reason: stored.reason, message: stored.message };
    return run ? [endCondition(type, run)] : kept ? [kept] : [];
  };
  return [found, ...last('BackedUp', false), ...last('Verified', true)];
}

function endCondition(type: string, { end, name }: Run): ConditionReport {
  return end?.error === undefined
    ? { type, status: 'True', reason: 'Succeeded', message: `${name} succeeded` }
    : { type, status: 'False', reason: 'Failed', message: `${name} failed: ${end.error}` };
}

function latest(times: readonly Date[]): Date | undefined {
  return times.length > 0 ? new Date(Math.max(...times.map((time) => time.getTime()))) : undefined;
}

/** Formats a time as Kubernetes does, in whole seconds. */
export function timeText(time: Date): string {
  return `${time.toISOString().slice(0, -5)}Z`;
}
