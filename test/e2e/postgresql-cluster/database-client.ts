import type { Cluster } from '../../../lib/testing/index.ts';
import { kubectl, patience } from '../../kubectl.ts';
import { workloads } from '../images/workload.ts';
import { restrictedPod } from '../restricted-pod.ts';

/** Environment variable → the entry of the connection's Secret. */
const variables = {
  PGHOST: 'host',
  PGPORT: 'port',
  PGDATABASE: 'database',
  PGUSER: 'username',
  PGPASSWORD: 'password',
};

/** A program with a connection to a PostgreSQLCluster. */
export interface DatabaseClient {
  readonly name: string;
  readonly command: readonly string[];
  /** The Secret of the connection: `namespace/name`. */
  readonly secret: string;
}

/** Starts a client in a pod on the first node, which verifies the certificate; resolves when the pod is Ready. */
export async function startClient(cluster: Cluster, { name, command, secret }: DatabaseClient): Promise<void> {
  const [namespace = '', connection = ''] = secret.split('/');
  const container = {
    image: workloads.postgresqlCluster.reference,
    command,
    env: [
      ...Object.entries(variables).map(([variable, key]) => ({
        name: variable,
        valueFrom: { secretKeyRef: { name: connection, key } },
      })),
      { name: 'PGSSLMODE', value: 'verify-full' },
      { name: 'PGSSLROOTCERT', value: '/binding/ca.crt' },
    ],
    volumeMounts: [{ name: 'binding', mountPath: '/binding', readOnly: true }],
  };
  const volumes = [{ name: 'binding', secret: { secretName: connection } }];
  const spec = restrictedPod(name, container, { nodeName: 'node-1', restartPolicy: 'Never', volumes });
  await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'Pod', metadata: { namespace, name }, spec });
  await kubectl(cluster, ['wait', `pod/${name}`, '-n', namespace, '--for=condition=Ready', patience]);
}
