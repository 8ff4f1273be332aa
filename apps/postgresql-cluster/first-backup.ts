// The first backup of a cluster's data, at once: the schedule may be a day away, and no earlier backup recovers data that
// were upgraded. In: the identifier that Patroni wrote with the data. Called for reconcile and status.

import { k8s } from 'cdk8s-plus-28';
import { type EffectContext, isAlreadyExists, type ReconcileContext, type Use, type WrittenObject } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import type { PostgreSQLServers } from './children.ts';
import { primaryOf } from './member.ts';
import { namesOf } from './names.ts';
import { type Rollout, serverRollout } from './rollout.ts';
import { PatroniState } from './store.ts';

export const firstBackupUses = [{ kind: k8s.KubeJob, verbs: ['create'] }] as const satisfies readonly Use[];

type BackingUp = Pick<
  ReconcileContext<
    typeof PostgreSQLCluster,
    PostgreSQLServers,
    typeof firstBackupUses,
    typeof k8s.KubeCronJob,
    typeof PatroniState
  >,
  'metadata' | 'resource' | 'children' | 'references' | 'live'
>;

/** A Job that has to begin. */
export interface FirstBackup {
  /** The identifier of the data. */
  readonly data: string;
  readonly job: WrittenObject<typeof k8s.KubeJob>;
}

/** Returns the first backup of the data; undefined if it has begun, or while the servers aren't as the spec. */
export function firstBackup(
  { metadata, resource, children, references, live }: BackingUp,
  rollout: Rollout,
): FirstBackup | undefined {
  const { namespace = '', name: cluster } = metadata;
  const { backup, config, pods } = namesOf(cluster);
  const data = references(PatroniState, config)?.metadata.annotations?.initialize;
  if (!data || resource.status.backup?.firstOf === data || children.baseBackups === undefined) return undefined;
  const schedule = live(children.baseBackups.cronJob, k8s.KubeCronJob);
  const primary = primaryOf(rollout.members);
  if (schedule === undefined || primary === undefined || !isRolledOut(rollout)) return undefined;
  const { metadata: { labels = {} } = {}, spec } = schedule.spec.jobTemplate;
  const server = spec?.template.spec?.containers[0]?.env?.find(({ name }) => name === 'PGHOST')?.value;
  if (spec === undefined || server !== `${primary.name}.${pods}`) return undefined;
  const { apiVersion, kind } = schedule;
  const { uid } = schedule.metadata;
  return {
    data,
    job: {
      metadata: {
        namespace,
        name: `${backup}-${data.slice(-8)}`,
        labels,
        annotations: { 'cronjob.kubernetes.io/instantiate': 'manual' },
        // The CronJob keeps as many Jobs as its limits of history allow.
        ownerReferences: [{ apiVersion, kind, name: backup, uid, controller: true }],
      },
      spec,
    },
  };
}

function isRolledOut(rollout: Rollout): boolean {
  return serverRollout(rollout).condition().status === 'True';
}

/** Creates the Job of a first backup. The status says afterwards that it has begun. */
export async function begin(
  first: FirstBackup | undefined,
  { client, events }: Pick<EffectContext<typeof firstBackupUses>, 'client' | 'events'>,
): Promise<void> {
  if (first === undefined) return;
  try {
    await client.create(k8s.KubeJob, first.job);
    events.normal({
      reason: 'BackupStarted',
      message: `${first.job.metadata.name} makes the first backup of the data`,
    });
  } catch (error) {
    // An earlier reconcile created it, and wrote no status.
    if (!isAlreadyExists(error)) throw error;
  }
}
