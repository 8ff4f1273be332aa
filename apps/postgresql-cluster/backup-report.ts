// In: the pods of physical backups. Out: the status, the condition and the events of their ends. The stored status
// keeps the ends of pods that are gone. Called by the status and the reconcile.

import type { ConditionReport, Observed, Resource } from 'operand';
import { z } from 'zod';
import type { PostgreSQLCluster } from './api.ts';
import type { ClusterPod } from './member.ts';
import { clusterLabel } from './names.ts';

type StoredStatus = Resource<typeof PostgreSQLCluster>['status'];

/** The end of one attempt of a backup. */
export interface BackupEnd {
  /** The name of the pod. */
  readonly name: string;
  /** Orders the ends: the time and the name. */
  readonly position: string;
  readonly time: string;
  /** The errors of pgBackRest; undefined after a success. */
  readonly error?: string;
  readonly report?: z.output<typeof reportType> | undefined;
}

const reportType = z.object({
  backup: z.string().max(64),
  firstStop: z
    .int()
    .min(0)
    .max(2 ** 40),
});

/** Returns the ends of backups that a stored status doesn't have yet, the oldest first. */
export function newBackupEnds(
  { backup }: StoredStatus,
  pods: readonly Observed<typeof ClusterPod>[],
): readonly BackupEnd[] {
  return pods
    .filter(({ metadata: { labels } }) => labels?.[clusterLabel]?.endsWith('.backup'))
    .flatMap(({ metadata: { name }, terminated }) => {
      if (terminated?.finishedAt === undefined) return [];
      const { exitCode, message = '' } = terminated;
      const time = terminated.finishedAt;
      const end = { name, time, position: `${time}/${name}` };
      return [
        exitCode === 0 ? { ...end, report: reportOf(message) } : { ...end, error: message || `exit ${exitCode}` },
      ];
    })
    .filter(({ position }) => position > (backup?.lastEnd ?? ''))
    .sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** Returns the status of the backups, after further ends. */
export function backupStatus({ backup }: StoredStatus, ends: readonly BackupEnd[]): StoredStatus['backup'] {
  const last = ends.at(-1);
  const success = ends.findLast(({ error }) => error === undefined);
  if (last === undefined) return backup;
  return {
    ...backup,
    lastEnd: last.position,
    ...(success && { lastBackupTime: success.time }),
    ...(success?.report && {
      lastBackup: success.report.backup,
      firstRecoverabilityPoint: `${new Date(success.report.firstStop * 1000).toISOString().slice(0, -5)}Z`,
    }),
  };
}

/** Returns the condition of the newest backup. A backup fails, too, if its WAL doesn't reach the archive. */
export function backupCondition(stored: StoredStatus, ends: readonly BackupEnd[]): ConditionReport {
  const type = 'BackedUp';
  const last = ends.at(-1);
  if (last?.error !== undefined) return { type, status: 'False', reason: 'BackupFailed', message: failure(last) };
  if (last !== undefined) return { type, status: 'True', reason: 'Succeeded', message: `${last.name} succeeded` };
  const before = stored.conditions?.find((condition) => condition.type === type);
  if (before !== undefined && stored.backup !== undefined) {
    return { type, status: before.status, reason: before.reason, message: before.message };
  }
  return { type, status: 'False', reason: 'NoBackup', message: 'no backup has ended yet: nothing can be recovered' };
}

/** Returns the sentence on a failed backup. */
export function failure({ name, error = '' }: BackupEnd): string {
  return `${name} failed: ${error.slice(-1024)}`;
}

/** Decodes the report of the script; undefined if it is missing. */
function reportOf(message: string): BackupEnd['report'] {
  try {
    return reportType.safeParse(JSON.parse(message)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
