// In: the schedule in the spec, and the pods of backups. Out: the CronJob, and the backups as their pods report them.
// Called for children, status and events.

import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { configurationDirectory, volumeDirectory } from './directory.ts';
import { backupLabelsOf, labelsOf, namesOf } from './names.ts';
import { podSecurity, quantities } from './pod.ts';
import { repositoryEnvironment, repositoryVolumes } from './repository.ts';

export interface BaseBackupsProps {
  readonly cluster: string;
  readonly spec: Spec<typeof PostgreSQLCluster>;
  readonly image: string;
  /** The ordinal of the primary, whose volume and node the pods share. */
  readonly primary: number;
}

/**
 * The schedule of physical backups. Its pod mounts the volume of the primary beside the server, and connects to that
 * very server, so pgBackRest never copies the files of a server that is no primary.
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
          // Otherwise a pod that waits for a node keeps all later ones away.
          spec: { backoffLimit: 2, activeDeadlineSeconds: 86_400, template: { metadata, spec: backupPod(props) } },
        },
      },
    });
  }
}

function backupPod({ cluster, spec, image, primary }: BaseBackupsProps): k8s.PodSpec {
  const { pods, credentials, patroni } = namesOf(cluster);
  const server = `${cluster}-${primary}`;
  const { volumes, volumeMounts } = repositoryVolumes(spec);
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: podSecurity.pod,
    // A volume is on one node.
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          {
            topologyKey: 'kubernetes.io/hostname',
            labelSelector: { matchLabels: { ...labelsOf(cluster), 'statefulset.kubernetes.io/pod-name': server } },
          },
        ],
      },
    },
    containers: [
      {
        name: 'pgbackrest',
        image,
        command: [`${configurationDirectory}/backup`],
        env: [
          { name: 'PGHOST', value: `${server}.${pods}` },
          { name: 'PGUSER', value: 'postgres' },
          { name: 'PGPASSWORD', valueFrom: { secretKeyRef: { name: credentials, key: 'password' } } },
          ...repositoryEnvironment(cluster, spec),
        ],
        // pgBackRest writes its errors to the log.
        terminationMessagePolicy: 'FallbackToLogsOnError',
        resources: { requests: quantities({ cpu: '100m', memory: '128Mi' }), limits: quantities({ memory: '512Mi' }) },
        securityContext: podSecurity.container,
        volumeMounts: [
          { name: 'data', mountPath: volumeDirectory, readOnly: true },
          { name: 'patroni', mountPath: configurationDirectory, readOnly: true },
          { name: 'tmp', mountPath: '/tmp' },
          ...volumeMounts,
        ],
      },
    ],
    volumes: [
      { name: 'data', persistentVolumeClaim: { claimName: `data-${server}` } },
      { name: 'patroni', configMap: { name: patroni, defaultMode: 0o555 } },
      { name: 'tmp', emptyDir: {} },
      ...volumes,
    ],
  };
}
