// In: the schedule in the spec, and the pods of backups. Out: the CronJob, and the backups as their pods report them.
// Called for children, status and events.

import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { backupLabelsOf, labelsOf, namesOf } from './names.ts';
import { scriptPod } from './script-pod.ts';

export interface BaseBackupsProps {
  readonly cluster: string;
  readonly spec: Spec<typeof PostgreSQLCluster>;
  readonly image: string;
  /** The ordinal of the primary, whose volume and node the pods share. */
  readonly primary: number;
}

/**
 * The schedule of physical backups. Its pod mounts the volume of the primary beside the server, and connects to that very
 * server. So pgBackRest never copies the files of a server that is not a primary.
 */
export class BaseBackups extends Construct {
  readonly cronJob: k8s.KubeCronJob;

  constructor(scope: Construct, id: string, props: BaseBackupsProps) {
    super(scope, id);
    const { cluster, spec } = props;
    const metadata = { labels: backupLabelsOf(cluster) };
    this.cronJob = new k8s.KubeCronJob(this, 'CronJob', {
      metadata: { name: namesOf(cluster).backup, labels: labelsOf(cluster) },
      spec: {
        schedule: spec.backup.schedule,
        timeZone: 'Etc/UTC',
        suspend: spec.hibernated,
        concurrencyPolicy: 'Forbid',
        jobTemplate: {
          metadata,
          // Otherwise a pod that waits, for a node or for another backup, keeps all later ones away.
          spec: { backoffLimit: 2, activeDeadlineSeconds: 86_400, template: { metadata, spec: backupPod(props) } },
        },
      },
    });
  }
}

function backupPod({ cluster, spec, image, primary }: BaseBackupsProps): k8s.PodSpec {
  const { pods, credentials } = namesOf(cluster);
  const server = `${cluster}-${primary}`;
  const pod = scriptPod({
    ...{ cluster, spec, image, script: 'backup' },
    env: [
      { name: 'PGHOST', value: `${server}.${pods}` },
      { name: 'PGUSER', value: 'postgres' },
      { name: 'PGPASSWORD', valueFrom: { secretKeyRef: { name: credentials, key: 'password' } } },
    ],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { memory: '512Mi' } },
    data: { persistentVolumeClaim: { claimName: `data-${server}` } },
    readOnly: true,
  });
  const labelSelector = { matchLabels: { ...labelsOf(cluster), 'statefulset.kubernetes.io/pod-name': server } };
  const others = { matchLabels: backupLabelsOf(cluster) };
  return {
    ...pod,
    affinity: {
      // A volume is on one node.
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname', labelSelector }],
      },
      // On any node, one pod waits for the other: pgBackRest fails beside another backup, and would resume one that has
      // stopped its work on the server, and hasn't written its list of files yet. All nodes have this label.
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/os', labelSelector: others }],
      },
    },
  };
}
