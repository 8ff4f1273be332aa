import { k8s } from 'cdk8s-plus-28';
import { isAlreadyExists, metadataOf, type ReconcileContext, type Use } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { labelsOf, namesOf } from './names.ts';
import { application, ports } from './patroni.ts';

/** The existence of a Secret: the API server sends no password to this operator. */
export const PasswordSecret = metadataOf(k8s.KubeSecret);

/** The kinds that {@link generateSecrets} writes. */
export const secretUses = [{ kind: k8s.KubeSecret, verbs: ['create'] }] as const satisfies readonly Use[];

type Generating = ReconcileContext<typeof PostgreSQLCluster, unknown, typeof secretUses>;

/**
 * Creates the Secrets of a new cluster. They have no owner: like the volume claims, whose data only their passwords
 * open, they outlive the cluster, and serve a later one of the same name.
 */
export async function generateSecrets({ metadata, resource, references, client }: Generating): Promise<void> {
  if (resource.status?.binding !== undefined) return;
  const { namespace = '', name: cluster } = metadata;
  const { credentials, binding } = namesOf(cluster);
  const secrets = [
    { name: credentials, stringData: { password: password(), replication: password(), patroni: password() } },
    { name: binding, type: 'servicebinding.io/postgresql', stringData: connection(cluster, namespace) },
  ];
  for (const { name, ...content } of secrets) {
    if (references(PasswordSecret, name) !== undefined) continue;
    try {
      await client.create(k8s.KubeSecret, { metadata: { namespace, name, labels: labelsOf(cluster) }, ...content });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }
}

function password(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

/** Returns the entries with which an application connects. @see https://servicebinding.io/spec/core/1.1.0/ */
function connection(cluster: string, namespace: string): Record<string, string> {
  const secret = password();
  const host = `${cluster}.${namespace}.svc`;
  const port = String(ports.postgresql);
  return {
    type: 'postgresql',
    provider: 'postgresql-cluster-operator',
    host,
    port,
    database: application,
    username: application,
    password: secret,
    uri: `postgresql://${application}:${secret}@${host}:${port}/${application}`,
  };
}
