import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { bootstrapMethod } from './bootstrap.ts';
import {
  certificateDirectory,
  configurationDirectory,
  dataDirectory,
  socketDirectory,
  unfinishedFile,
  volumeDirectory,
} from './directory.ts';
import { exporterCallbacks, monitoredParameters } from './exporter.ts';
import { logParameters, unlogged } from './logging.ts';
import { clusterLabel, roleLabel } from './names.ts';
import { archiveParameters, archiveRecovery } from './repository.ts';
import { tunedParameters } from './tuning.ts';

type ClusterSpec = Spec<typeof PostgreSQLCluster>;

export const ports = { postgresql: 5432, patroni: 8008 } as const;

/** The most WAL of the primary's last report that a replica may lack when it takes over, unless commits wait for replicas. */
export const mostLagBytes = 16 * 1024 * 1024;

/** The user and the database of applications. */
export const application = 'app';

/** A setting that PostgreSQL ignores: its change makes servers read their certificate. */
export const reloadSetting = 'operator.certificate';

/** The user of replication. */
const replication = 'standby';

/** Replicas and `pg_rewind` reach servers by the addresses of pods, which no certificate has. */
const encryption = { sslmode: 'verify-ca', sslrootcert: `${certificateDirectory}/ca.crt` };

/** Patroni's configuration of all servers, which it stores in the cluster, and follows when it changes. */
export interface ClusterConfiguration {
  readonly [setting: string]: unknown;
  readonly postgresql: { readonly parameters: Readonly<Record<string, string>>; readonly [setting: string]: unknown };
}

/**
 * Returns the configuration of all servers. A primary that can't renew its lock within `ttl` stops to take writes, and
 * another one takes over after it. In failsafe mode it goes on without an API server while it reaches all replicas.
 *
 * @param reload - the value of {@link reloadSetting}.
 * @see https://patroni.readthedocs.io/en/latest/dynamic_configuration.html
 */
export function clusterConfiguration(spec: ClusterSpec, reload?: string): ClusterConfiguration {
  const { synchronousCommit } = spec.highAvailability;
  return {
    ttl: 20,
    loop_wait: 10,
    retry_timeout: 5,
    primary_start_timeout: 30,
    maximum_lag_on_failover: mostLagBytes,
    failsafe_mode: true,
    synchronous_mode: synchronousCommit ? 'quorum' : false,
    // Otherwise a primary without replicas acknowledges commits that only its own node has.
    synchronous_mode_strict: synchronousCommit,
    postgresql: {
      use_pg_rewind: true,
      use_slots: true,
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
      parameters: {
        password_encryption: 'scram-sha-256',
        wal_log_hints: 'on',
        // Replicas that come back catch up from the primary's files.
        wal_keep_size: '512MB',
        ...archiveParameters(spec),
        ...tunedParameters(spec),
        ...logParameters,
        ...monitoredParameters(spec),
        ...(reload !== undefined && { [reloadSetting]: reload }),
      },
      pg_hba: [
        'local all postgres peer',
        `local replication ${replication} scram-sha-256`,
        'local all all scram-sha-256',
        `hostssl replication ${replication} all scram-sha-256`,
        `${spec.tls.required ? 'hostssl' : 'host'} all all all scram-sha-256`,
      ],
    },
  };
}

/**
 * Returns the file with which Patroni starts. The values that differ between pods are in their environment.
 *
 * @see https://patroni.readthedocs.io/en/latest/yaml_configuration.html
 */
export function patroniFile(cluster: string, spec: ClusterSpec): string {
  const file = {
    scope: cluster,
    restapi: { listen: `0.0.0.0:${ports.patroni}` },
    kubernetes: {
      // The leader names itself in the Endpoints of the cluster's Service by the request that takes the lock: clients
      // never reach another server, also if a node is lost.
      use_endpoints: true,
      // Patroni requires the field.
      labels: {},
      scope_label: clusterLabel,
      role_label: roleLabel,
      leader_label_value: 'primary',
      ports: [{ name: 'postgresql', port: ports.postgresql }],
    },
    bootstrap: {
      dcs: clusterConfiguration(spec),
      post_bootstrap: `${configurationDirectory}/post-bootstrap`,
      ...bootstrapMethod(spec),
    },
    postgresql: {
      listen: `0.0.0.0:${ports.postgresql}`,
      data_dir: dataDirectory,
      pgpass: '/tmp/pgpass',
      // Otherwise a new replica waits for a checkpoint of minutes.
      basebackup: [{ checkpoint: 'fast' }],
      use_unix_socket: true,
      use_unix_socket_repl: true,
      authentication: {
        superuser: { username: 'postgres', ...encryption },
        replication: { username: replication, ...encryption },
      },
      parameters: {
        unix_socket_directories: socketDirectory,
        ssl: 'on',
        ssl_cert_file: `${certificateDirectory}/tls.crt`,
        ssl_key_file: `${certificateDirectory}/tls.key`,
      },
      ...archiveRecovery(spec),
      ...exporterCallbacks(spec),
    },
  };
  return JSON.stringify(file, undefined, 2);
}

/**
 * The script that Patroni starts once, on the first primary. Its argument is the connection of the superuser. Recovered
 * data have the users. The script ends the bootstrap: if the server restarts from here on, Patroni uses the data as they are.
 */
export const postBootstrap = `#!/bin/sh
set -eu
export PGOPTIONS="\${PGOPTIONS:-} -c search_path=pg_catalog ${unlogged}"
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" --set replication="$REPLICATION_PASSWORD" \\
  "$1" <<'SQL'
SELECT 'CREATE ROLE ${application} LOGIN' WHERE to_regrole('${application}') IS NULL \\gexec
ALTER ROLE ${application} PASSWORD :'password';
SELECT 'CREATE DATABASE ${application} OWNER ${application}'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '${application}') \\gexec
SELECT 'CREATE ROLE ${replication} LOGIN REPLICATION' WHERE to_regrole('${replication}') IS NULL \\gexec
ALTER ROLE ${replication} PASSWORD :'replication';
SQL
rm -f ${unfinishedFile}
sync ${volumeDirectory}
`;
