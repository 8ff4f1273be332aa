// The pod of a Job that runs a script of the ConfigMap on the data of a server, with pgBackRest at hand. Called for backups, their
// verifications and upgrades.

import type { k8s } from 'cdk8s-plus-28';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { configurationDirectory, socketDirectory, volumeDirectory } from './directory.ts';
import { namesOf } from './names.ts';
import { podSecurity, quantities } from './pod.ts';
import { repositoryEnvironment, repositoryVolumes } from './repository.ts';

export interface ScriptPodProps {
  readonly cluster: string;
  readonly spec: Spec<typeof PostgreSQLCluster>;
  readonly image: string;
  readonly script: 'backup' | 'upgrade' | 'verify';
  readonly env?: readonly k8s.EnvVar[];
  /** @default those of the servers: the script starts one */
  readonly resources?: Spec<typeof PostgreSQLCluster>['resources'];
  /** The volume with the data. */
  readonly data: Omit<k8s.Volume, 'name'>;
  /** @default the script writes into the volume */
  readonly readOnly?: true;
}

/** Returns the pod, valid for the restricted pod security standard. Its message is that of the script, else the end of the log. */
export function scriptPod(props: ScriptPodProps): k8s.PodSpec {
  const { cluster, spec, image, script, env = [], resources = spec.resources, data, readOnly } = props;
  const { volumes, volumeMounts } = repositoryVolumes(spec);
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    securityContext: podSecurity.pod,
    containers: [
      {
        name: script,
        image,
        command: [`${configurationDirectory}/${script}`],
        env: [...env, ...repositoryEnvironment(cluster, spec)],
        terminationMessagePolicy: 'FallbackToLogsOnError',
        resources: { requests: quantities(resources.requests), limits: quantities(resources.limits) },
        securityContext: podSecurity.container,
        volumeMounts: [
          { name: 'data', mountPath: volumeDirectory, ...(readOnly && { readOnly }) },
          { name: 'patroni', mountPath: configurationDirectory, readOnly: true },
          { name: 'tmp', mountPath: '/tmp' },
          { name: 'run', mountPath: socketDirectory },
          { name: 'memory', mountPath: '/dev/shm' },
          ...volumeMounts,
        ],
      },
    ],
    volumes: [
      { name: 'data', ...data },
      { name: 'patroni', configMap: { name: namesOf(cluster).patroni, defaultMode: 0o555 } },
      { name: 'tmp', emptyDir: {} },
      { name: 'run', emptyDir: {} },
      { name: 'memory', emptyDir: { medium: 'Memory' } },
      ...volumes,
    ],
  };
}
