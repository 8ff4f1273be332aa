import { k8s } from 'cdk8s-plus-28';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { certificateDirectory, configurationDirectory, socketDirectory, volumeDirectory } from './directory.ts';
import { exporterContainers, exporterEnvironment } from './exporter.ts';
import { labelsOf, namesOf } from './names.ts';
import { ports } from './patroni.ts';
import { repositoryEnvironment, repositoryVolumes } from './repository.ts';

/** The user of the image for the server, and its group. */
const user = 999;

/** The restricted pod security standard. */
export const podSecurity = {
  pod: {
    runAsNonRoot: true,
    runAsUser: user,
    runAsGroup: user,
    fsGroup: user,
    fsGroupChangePolicy: 'OnRootMismatch',
    seccompProfile: { type: 'RuntimeDefault' },
  },
  container: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
} satisfies { readonly pod: k8s.PodSecurityContext; readonly container: k8s.SecurityContext };

export interface PodProps extends Pick<Spec<typeof PostgreSQLCluster>, 'resources' | 'backup' | 'monitoring'> {
  readonly cluster: string;
  readonly image: string;
}

/** Returns the pod of a server, valid for the restricted pod security standard. */
export function podSpec({ cluster, image, resources, backup, monitoring }: PodProps): k8s.PodSpec {
  const { credentials, binding, certificate, patroni } = namesOf(cluster);
  const secret = (variable: string, name: string, key: string) => ({
    name: variable,
    valueFrom: { secretKeyRef: { name, key } },
  });
  const labelSelector = { matchLabels: labelsOf(cluster) };
  return {
    serviceAccountName: cluster,
    // The server writes a checkpoint before it ends, and hands over to a replica.
    terminationGracePeriodSeconds: 120,
    securityContext: podSecurity.pod,
    containers: [
      {
        name: 'postgresql',
        image,
        command: [`${configurationDirectory}/start`],
        env: [
          field('PATRONI_NAME', 'metadata.name'),
          field('PATRONI_KUBERNETES_NAMESPACE', 'metadata.namespace'),
          field('PATRONI_KUBERNETES_POD_IP', 'status.podIP'),
          address('PATRONI_RESTAPI_CONNECT_ADDRESS', ports.patroni),
          address('PATRONI_POSTGRESQL_CONNECT_ADDRESS', ports.postgresql),
          { name: 'PATRONI_RESTAPI_USERNAME', value: 'patroni' },
          secret('PATRONI_SUPERUSER_PASSWORD', credentials, 'password'),
          secret('PATRONI_REPLICATION_PASSWORD', credentials, 'replication'),
          secret('PATRONI_RESTAPI_PASSWORD', credentials, 'patroni'),
          secret('APP_PASSWORD', binding, 'password'),
          ...repositoryEnvironment(cluster, { backup }),
          ...exporterEnvironment(cluster, { monitoring }),
          // The root file system is read-only, and compiled programs start faster.
          { name: 'PYTHONPYCACHEPREFIX', value: '/tmp/pycache' },
        ],
        ports: [
          { name: 'postgresql', containerPort: ports.postgresql },
          { name: 'patroni', containerPort: ports.patroni },
        ],
        resources: { requests: quantities(resources.requests), limits: quantities(resources.limits) },
        securityContext: podSecurity.container,
        readinessProbe: { ...probe('/readiness'), periodSeconds: 5, timeoutSeconds: 5 },
        livenessProbe: { ...probe('/liveness'), periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
        // A replica may copy all data first.
        startupProbe: { ...probe('/liveness'), periodSeconds: 2, failureThreshold: 1800 },
        volumeMounts: [
          { name: 'data', mountPath: volumeDirectory },
          { name: 'patroni', mountPath: configurationDirectory, readOnly: true },
          { name: 'tls', mountPath: certificateDirectory, readOnly: true },
          { name: 'tmp', mountPath: '/tmp' },
          { name: 'run', mountPath: socketDirectory },
          { name: 'memory', mountPath: '/dev/shm' },
          ...repositoryVolumes({ backup }).volumeMounts,
        ],
      },
      ...exporterContainers({ cluster, image, monitoring, securityContext: podSecurity.container }),
    ],
    // No topologySpreadConstraints: the scheduler ignores all of them on nodes without a label for a zone.
    affinity: {
      podAntiAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 100, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname', labelSelector } },
          { weight: 50, podAffinityTerm: { topologyKey: 'topology.kubernetes.io/zone', labelSelector } },
        ],
      },
    },
    volumes: [
      { name: 'patroni', configMap: { name: patroni, defaultMode: 0o555 } },
      // PostgreSQL accepts a key that its group reads only if root owns it.
      { name: 'tls', secret: { secretName: certificate, defaultMode: 0o440 } },
      { name: 'tmp', emptyDir: {} },
      { name: 'run', emptyDir: {} },
      // Parallel queries share memory here; a container has 64 MiB by default.
      { name: 'memory', emptyDir: { medium: 'Memory' } },
      ...repositoryVolumes({ backup }).volumes,
    ],
  };
}

function field(name: string, fieldPath: string): k8s.EnvVar {
  return { name, valueFrom: { fieldRef: { fieldPath } } };
}

function address(name: string, port: number): k8s.EnvVar {
  return { name, value: `$(PATRONI_KUBERNETES_POD_IP):${port}` };
}

function probe(path: string): k8s.Probe {
  return { httpGet: { path, port: k8s.IntOrString.fromString('patroni') } };
}

type Amounts = Readonly<Record<string, string | number | undefined>>;

export function quantities(amounts: Amounts = {}): Record<string, k8s.Quantity> {
  return Object.fromEntries(
    Object.entries(amounts).flatMap(([name, amount]) =>
      amount === undefined ? [] : [[name, k8s.Quantity.fromString(String(amount))]],
    ),
  );
}
