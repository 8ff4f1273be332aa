import { GeneratedSecret } from 'operand';
import { PostgreSQLCluster } from './api.ts';
import { labelsOf, namesOf } from './names.ts';
import { application, ports } from './patroni.ts';

/** The passwords of the superuser, of replication and of Patroni. */
export const credentials = new GeneratedSecret({
  for: PostgreSQLCluster,
  condition: 'CredentialsFound',
  secret: ({ metadata: { name }, password }) => ({
    metadata: { name: namesOf(name).credentials, labels: labelsOf(name) },
    stringData: { password: password(), replication: password(), patroni: password() },
  }),
});

/** The password of the exporter. */
export const monitor = new GeneratedSecret({
  for: PostgreSQLCluster,
  condition: 'MonitorFound',
  secret: ({ metadata: { name }, password }) => ({
    metadata: { name: namesOf(name).monitoring, labels: labelsOf(name) },
    stringData: { password: password() },
  }),
});

/** The entries with which an application connects. @see https://servicebinding.io/spec/core/1.1.0/ */
export const binding = new GeneratedSecret({
  for: PostgreSQLCluster,
  condition: 'BindingFound',
  secret: ({ metadata: { name, namespace }, password }) => {
    const secret = password();
    const host = `${name}.${namespace}.svc`;
    const port = String(ports.postgresql);
    return {
      metadata: { name: namesOf(name).binding, labels: labelsOf(name) },
      type: 'servicebinding.io/postgresql',
      stringData: {
        type: 'postgresql',
        provider: 'postgresql-cluster-operator',
        host,
        port,
        database: application,
        username: application,
        password: secret,
        uri: `postgresql://${application}:${secret}@${host}:${port}/${application}`,
      },
    };
  },
});

/** Returns the names of all Secrets of a cluster. */
export function secretNames(cluster: string): readonly string[] {
  const { credentials, binding, monitoring, authority, certificate } = namesOf(cluster);
  return [credentials, binding, monitoring, authority, certificate];
}
