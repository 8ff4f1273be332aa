// In: the pods of physical backups and of their verifications. Out: the status, the conditions and the events of their
// ends. The stored status keeps the ends of pods that are gone, and the uids of those that stay: each end counts once.
// Called by the status and the reconcile.

import type { ConditionReport, Observed, Resource } from 'operand';
import { z } from 'zod';
import type { PostgreSQLCluster } from './api.ts';
import type { ClusterPod } from './member.ts';
import { backupLabelsOf, clusterLabel, verificationLabelsOf } from './names.ts';

type StoredStatus = Resource<typeof PostgreSQLCluster>['status'];

/** The end of one pod of a backup or a verification. */
export interface AttemptEnd {
  /** The name of the pod. */
  readonly name: string;
  readonly uid: string;
  /** By the clock of its node. */
  readonly time: string;
  /** The errors of its programs; undefined after a success. */
  readonly error?: string;
  readonly report?: z.output<typeof reportType> | undefined;
}

/** The ends that a stored status doesn't count yet, the oldest first. */
export interface BackupEnds {
  readonly backups: readonly AttemptEnd[];
  readonly verifications: readonly AttemptEnd[];
  /** The uids of all pods that have ended and stay, which the next status counts. */
  readonly counted: readonly string[];
}

const reportType = z.object({
  backup: z.string().max(64),
  firstStop: z
    .int()
    .min(0)
    .max(2 ** 40)
    .optional(),
});

/** Returns the ends of backups and verifications that a stored status doesn't count yet. */
export function newBackupEnds(
  cluster: string,
  { backup }: StoredStatus,
  pods: readonly Observed<typeof ClusterPod>[],
): BackupEnds {
  const before = new Set(backup?.counted);
  const ended = (labels: Readonly<Record<string, string>>) =>
    pods.filter(({ metadata }) => metadata.labels?.[clusterLabel] === labels[clusterLabel]).flatMap(endOf);
  const [backups, verifications] = [ended(backupLabelsOf(cluster)), ended(verificationLabelsOf(cluster))];
  const fresh = (ends: readonly AttemptEnd[]) => ends.filter(({ uid }) => !before.has(uid)).toSorted(byTime);
  return {
    backups: fresh(backups),
    verifications: fresh(verifications),
    counted: [...backups, ...verifications].map(({ uid }) => uid).toSorted(),
  };
}

function byTime(one: AttemptEnd, other: AttemptEnd): number {
  return `${one.time}/${one.name}` < `${other.time}/${other.name}` ? -1 : 1;
}

function endOf({
  metadata,
  terminated,
  isOver,
  message: rejection,
}: Observed<typeof ClusterPod>): readonly AttemptEnd[] {
  if (terminated === undefined && !isOver) return [];
  const { exitCode, message = '', finishedAt } = terminated ?? {};
  const end = { name: metadata.name, uid: metadata.uid, time: finishedAt ?? metadata.creationTimestamp };
  if (exitCode === 0) return [{ ...end, report: reportOf(message) }];
  return [{ ...end, error: message || (rejection ?? `exit ${exitCode ?? 'before the start'}`) }];
}

/** Returns the status of the backups, after further ends. That of other data or another repository isn't kept. */
export function backupStatus(
  stored: StoredStatus,
  ends: BackupEnds,
  subject: string | undefined,
): StoredStatus['backup'] {
  if (subject === undefined) return stored.backup;
  const success = ends.backups.findLast(({ error }) => error === undefined);
  const { firstStop, backup: lastBackup } = success?.report ?? {};
  const verification = ends.verifications.findLast(({ error }) => error === undefined);
  return {
    ...(stored.backup?.of === subject && stored.backup),
    of: subject,
    counted: [...ends.counted],
    ...(success && { lastBackupTime: success.time }),
    ...(lastBackup !== undefined && { lastBackup }),
    ...(firstStop !== undefined && {
      firstRecoverabilityPoint: `${new Date(firstStop * 1000).toISOString().slice(0, -5)}Z`,
    }),
    ...(verification?.report && { verifiedBackup: verification.report.backup, verificationTime: verification.time }),
  };
}

/** Returns the conditions of the newest backup and, if the spec has verifications, of the newest one. */
export function backupConditions(
  stored: StoredStatus,
  ends: BackupEnds,
  subject: string | undefined,
  { verification }: { readonly verification?: unknown },
): readonly ConditionReport[] {
  const before = stored.backup?.of === subject ? (stored.conditions ?? []) : [];
  // A backup fails, too, if its WAL doesn't reach the archive.
  const backedUp = condition('BackedUp', before, ends.backups.at(-1), {
    failure: 'BackupFailed',
    success: 'Succeeded',
    none: { reason: 'NoBackup', message: 'no backup has ended yet: nothing can be recovered' },
  });
  const verified = condition('BackupVerified', before, ends.verifications.at(-1), {
    failure: 'VerificationFailed',
    success: 'Restored',
    none: { reason: 'NoVerification', message: 'no verification has ended yet' },
  });
  return verification === undefined ? [backedUp] : [backedUp, verified];
}

/** Returns the condition of the last end; that of before unless there is a new one. */
function condition(
  type: string,
  stored: NonNullable<StoredStatus['conditions']>,
  last: AttemptEnd | undefined,
  { failure: failed, success, none }: Words,
): ConditionReport {
  if (last?.error !== undefined) return { type, status: 'False', reason: failed, message: failure(last) };
  if (last !== undefined) return { type, status: 'True', reason: success, message: `${last.name} succeeded` };
  const before = stored.find((each) => each.type === type);
  return before !== undefined
    ? { type, status: before.status, reason: before.reason, message: before.message }
    : { type, status: 'False', ...none };
}

/** The reasons of a condition. */
interface Words {
  readonly failure: string;
  readonly success: string;
  /** Before any end. */
  readonly none: Pick<ConditionReport, 'reason' | 'message'>;
}

/** Returns the sentence on a failed backup or verification. */
export function failure({ name, error = '' }: AttemptEnd): string {
  return `${name} failed: ${error.slice(-1024)}`;
}

/** Decodes the report of a script; undefined if it is missing. */
function reportOf(message: string): AttemptEnd['report'] {
  try {
    return reportType.safeParse(JSON.parse(message)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
