// In: the monitoring in the spec. Out: the container of postgres_exporter, its queries, the script that creates its role, and
// the settings with which PostgreSQL counts statements. Called for the pods of servers, Patroni's files and the ConfigMap.

import { k8s } from 'cdk8s-plus-28';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { configurationDirectory, socketDirectory } from './directory.ts';
import { unlogged } from './logging.ts';
import { namesOf } from './names.ts';

type ClusterSpec = Pick<Spec<typeof PostgreSQLCluster>, 'monitoring'>;

export const exporterPort = 9187;

/** The user of the exporter in PostgreSQL. */
const role = 'monitoring';

/** The exporter has another user than the server, which PostgreSQL takes for the superuser at its socket. */
const user = 65_534;

/** Requests equal limits, so that the pod has the quality of service of its server. */
const amounts = { cpu: k8s.Quantity.fromString('100m'), memory: k8s.Quantity.fromString('128Mi') };

/** Returns the environment with which the server's container creates the role of the exporter. */
export function exporterEnvironment(cluster: string, { monitoring }: ClusterSpec): k8s.EnvVar[] {
  return monitoring.enabled ? [passwordOf(cluster, 'MONITORING_PASSWORD')] : [];
}

export interface ExporterProps extends ClusterSpec {
  readonly cluster: string;
  readonly image: string;
  readonly securityContext: k8s.SecurityContext;
}

/** Returns the container of the exporter. It reaches the server by the socket. */
export function exporterContainers(props: ExporterProps): k8s.Container[] {
  const { cluster, image, securityContext, monitoring } = props;
  if (!monitoring.enabled) return [];
  return [
    {
      name: 'exporter',
      image,
      command: ['prometheus-postgres-exporter', `--extend.query-path=${configurationDirectory}/queries.yml`],
      env: [
        { name: 'DATA_SOURCE_URI', value: `/postgres?host=${socketDirectory}&sslmode=disable` },
        { name: 'DATA_SOURCE_USER', value: role },
        passwordOf(cluster, 'DATA_SOURCE_PASS'),
      ],
      ports: [{ name: 'exporter', containerPort: exporterPort }],
      resources: { requests: amounts, limits: amounts },
      securityContext: { ...securityContext, runAsUser: user, runAsGroup: user },
      volumeMounts: [
        { name: 'patroni', mountPath: configurationDirectory, readOnly: true },
        { name: 'run', mountPath: socketDirectory, readOnly: true },
      ],
    },
  ];
}

function passwordOf(cluster: string, name: string): k8s.EnvVar {
  return { name, valueFrom: { secretKeyRef: { name: namesOf(cluster).monitoring, key: 'password' } } };
}

/** Returns the files of the exporter and its role. */
export function exporterFiles({ monitoring }: ClusterSpec): Readonly<Record<string, string>> {
  return monitoring.enabled ? { 'create-monitor': createRole, 'queries.yml': JSON.stringify(queries) } : {};
}

/** Returns the callbacks of Patroni that create the role, also in data of an earlier version or of another cluster. */
export function exporterCallbacks({ monitoring }: ClusterSpec): object {
  const script = `${configurationDirectory}/create-monitor`;
  return monitoring.enabled ? { callbacks: { on_start: script, on_role_change: script } } : {};
}

/**
 * Returns the settings with which PostgreSQL counts the calls and the time of statements, beside the libraries of
 * `parameters`.
 *
 * @see https://www.postgresql.org/docs/current/pgstatstatements.html
 */
export function monitoredParameters({
  monitoring,
  parameters,
}: Pick<Spec<typeof PostgreSQLCluster>, 'monitoring' | 'parameters'>): Readonly<Record<string, string>> {
  if (!monitoring.enabled) return parameters;
  const { shared_preload_libraries: others = '' } = parameters;
  return {
    // The exporter's role may read all texts, and those of commands such as ALTER ROLE have passwords.
    'pg_stat_statements.track_utility': 'off',
    ...parameters,
    shared_preload_libraries: ['pg_stat_statements', others].filter((name) => name !== '').join(','),
  };
}

/**
 * The script that Patroni starts on each server that starts or takes another role, with the action, the role and the
 * cluster. A new primary takes writes some moments later. Patroni ends a script that runs at the next change.
 */
const createRole = `#!/bin/sh
set -eu
[ "$2" = primary ] || exit 0
# Otherwise the commit waits for a replica. On PostgreSQL 14, other roles may create functions in the schema public.
export PGOPTIONS='-c synchronous_commit=local -c search_path=pg_catalog ${unlogged}'
for _ in $(seq 60); do
  psql --no-psqlrc --quiet --host=${socketDirectory} --username=postgres --dbname=postgres --set ON_ERROR_STOP=1 \\
    --set password="$MONITORING_PASSWORD" <<'SQL' && exit 0
SELECT 'CREATE ROLE ${role}' WHERE to_regrole('${role}') IS NULL \\gexec
ALTER ROLE ${role} LOGIN NOSUPERUSER CONNECTION LIMIT 3 PASSWORD :'password';
ALTER ROLE ${role} SET search_path = pg_catalog;
GRANT pg_monitor TO ${role};
CREATE EXTENSION IF NOT EXISTS pg_stat_statements SCHEMA public;
SQL
  sleep 1
done
echo 'the role ${role} is not created: see the errors above' >&2
exit 1
`;

/** A column of a query. */
const column = (usage: string) => (name: string, description: string) => ({ [name]: { usage, description } });
const [label, gauge, counter] = [column('LABEL'), column('GAUGE'), column('COUNTER')];

/** Number of statements of a server that have metrics: those that have taken the most time. */
const mostStatements = 20;

/**
 * The metrics that the exporter lacks. Those of statements have the names of its collector `stat_statements`, which only
 * later versions have. No label has a text: that of a statement may be long, and may name secrets.
 */
const queries = {
  pg_transaction_id: {
    query: 'SELECT datname, age(datfrozenxid) FROM pg_database',
    metrics: [
      label('datname', 'The database'),
      gauge('age', 'Transactions since the oldest one whose id is not frozen'),
    ],
  },
  pg_replay: {
    query: `SELECT CASE WHEN pg_last_wal_receive_lsn() <> pg_last_wal_replay_lsn()
      THEN extract(epoch FROM now() - pg_last_xact_replay_timestamp()) ELSE 0 END AS lag_seconds`,
    metrics: [gauge('lag_seconds', 'Age of the last replayed commit, if a replica has more WAL')],
  },
  pg_stat_statements: {
    query: `SELECT datname, queryid, sum(calls) AS calls_total, sum(rows) AS rows_total,
      sum(total_exec_time) / 1000 AS seconds_total
      FROM public.pg_stat_statements JOIN pg_database ON pg_database.oid = dbid
      GROUP BY datname, queryid ORDER BY seconds_total DESC LIMIT ${mostStatements}`,
    metrics: [
      label('datname', 'The database'),
      label('queryid', 'The id of the statement'),
      counter('calls_total', 'Calls of the statement'),
      counter('rows_total', 'Rows that the statement has read or written'),
      counter('seconds_total', 'Time that the statement has taken'),
    ],
  },
};
