// The first backup of data in a repository, at once: the schedule may be a day away, and no earlier backup recovers upgraded
// data. It is tried again with pauses until a backup has succeeded. Called for reconcile and status.

import { createHash } from 'node:crypto';
import { k8s } from 'cdk8s-plus-28';
import {
  isAlreadyExists,
  type ReconcileContext,
  type RenderContext,
  type Resource,
  type Use,
  type WrittenObject,
} from 'operand';
import { z } from 'zod';
import type { PostgreSQLCluster } from './api.ts';
import type { PostgreSQLServers } from './children.ts';
import { ClusterPod, primaryOf } from './member.ts';
import { backupLabelsOf, clusterLabel, namesOf } from './names.ts';
import { archiveOf } from './repository.ts';
import { type Rollout, serverRollout } from './rollout.ts';
import { type PatroniState, storedConfiguration } from './store.ts';

export const firstBackupUses = [
  { kind: k8s.KubeJob, verbs: ['create'] },
  { kind: k8s.KubeEndpoints, verbs: ['patch'] },
] as const satisfies readonly Use[];

type References = typeof ClusterPod | typeof PatroniState | typeof k8s.KubePersistentVolumeClaim;

type BackingUp = Pick<
  ReconcileContext<
    typeof PostgreSQLCluster,
    PostgreSQLServers,
    typeof firstBackupUses,
    typeof k8s.KubeCronJob,
    References
  >,
  'metadata' | 'spec' | 'resource' | 'children' | 'references' | 'live' | 'now' | 'client' | 'events'
>;

/** The annotation with the attempts, beside Patroni's configuration. */
const annotation = 'postgres.example.com/first-backup';

const attemptsType = z.object({ of: z.string(), count: z.int(), lastMs: z.number() });

/** From then on there is only the schedule. */
const mostAttempts = 8;

/** The pause after the first attempt; each one doubles it. */
const pauseMs = 120_000;

/** Returns the data and the repository of backups, as one text; undefined while there is only one of them. */
export function backupSubject({
  spec,
  ...context
}: Pick<RenderContext<typeof PostgreSQLCluster, References>, 'metadata' | 'spec' | 'references'>): string | undefined {
  const repository = archiveOf(spec);
  const data = storedConfiguration(context)?.initialize;
  if (repository === undefined || !data) return undefined;
  const { path, claim, s3 } = repository;
  return `${data} in ${s3 ? `${s3.endpoint}/${s3.bucket}` : claim?.name}${path}`;
}

/** Creates the Job of the first backup when it is due. @returns the time until the next attempt; undefined if none is left */
export async function beginFirstBackup(context: BackingUp, rollout: Rollout): Promise<number | undefined> {
  const { metadata, resource, now, client, events } = context;
  const of = backupSubject(context);
  if (of === undefined || hasSucceeded(resource.status, of) || isBackingUp(context)) return undefined;
  const { count, lastMs } = attempts(storedConfiguration(context)?.[annotation], of);
  if (count === mostAttempts) return undefined;
  const waitMs = count === 0 ? 0 : lastMs + pauseMs * 2 ** (count - 1) - now.getTime();
  if (waitMs > 0) return waitMs;
  const suffix = `${createHash('sha256').update(of).digest('hex').slice(0, 8)}-${count + 1}`;
  const job = attemptJob(context, rollout, suffix);
  // Another state of the servers causes the next reconcile.
  if (job === undefined) return undefined;
  const { name } = job.metadata;
  try {
    await client.create(k8s.KubeJob, job);
    events.normal({ reason: 'BackupStarted', message: `${name} makes the first backup of the data` });
  } catch (error) {
    // An earlier reconcile created it, and ended before it counted the attempt.
    if (!isAlreadyExists(error)) throw error;
  }
  const key = { namespace: metadata.namespace, name: namesOf(metadata.name).config };
  const record = JSON.stringify({ of, count: count + 1, lastMs: now.getTime() });
  await client.patch(k8s.KubeEndpoints, key, { metadata: { annotations: { [annotation]: record } } });
  return pauseMs * 2 ** count;
}

function hasSucceeded({ backup }: Resource<typeof PostgreSQLCluster>['status'], of: string): boolean {
  return backup?.of === of && backup.lastBackupTime !== undefined;
}

/** Returns true while a pod makes a backup. Its end causes the next reconcile. */
function isBackingUp({ metadata, references }: Pick<BackingUp, 'metadata' | 'references'>): boolean {
  const label = backupLabelsOf(metadata.name)[clusterLabel];
  return references.list(ClusterPod).some((pod) => pod.metadata.labels?.[clusterLabel] === label && !pod.isOver);
}

/** Returns the attempts in an annotation; none if it is missing, invalid or of other data. */
function attempts(text: string | undefined, of: string): { readonly count: number; readonly lastMs: number } {
  try {
    const found = attemptsType.safeParse(JSON.parse(text ?? 'null')).data;
    if (found?.of === of) return found;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { count: 0, lastMs: 0 };
}

/** Returns a Job of the schedule; undefined while the servers aren't as the spec, or the schedule is of a former primary. */
function attemptJob(
  { metadata, children, live }: BackingUp,
  rollout: Rollout,
  suffix: string,
): (WrittenObject<typeof k8s.KubeJob> & { readonly metadata: { readonly name: string } }) | undefined {
  const { backup, pods } = namesOf(metadata.name);
  const schedule = children.baseBackups && live(children.baseBackups.cronJob, k8s.KubeCronJob);
  const primary = primaryOf(rollout.members);
  const isRolledOut = serverRollout(rollout).condition().status === 'True';
  if (schedule === undefined || primary === undefined || !isRolledOut) return undefined;
  const { metadata: { labels = {} } = {}, spec } = schedule.spec.jobTemplate;
  const server = spec?.template.spec?.containers[0]?.env?.find(({ name }) => name === 'PGHOST')?.value;
  if (spec === undefined || server !== `${primary.name}.${pods}`) return undefined;
  const { apiVersion, kind } = schedule;
  return {
    metadata: {
      namespace: metadata.namespace ?? '',
      name: `${backup}-${suffix}`,
      labels,
      annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
      // The CronJob keeps as many Jobs as its limits of history allow.
      ownerReferences: [{ apiVersion, kind, name: backup, uid: schedule.metadata.uid, controller: true }],
    },
    // The next attempt is of the primary of then.
    spec: { ...spec, backoffLimit: 0 },
  };
}
