// In: the repository of physical backups in the spec. Out: the configuration of pgBackRest, the command that archives WAL, the
// script of backups, and the environment and volumes of pods with pgBackRest. Called for the pods of servers and backups.

import type { k8s } from 'cdk8s-plus-28';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { configurationDirectory, dataDirectory } from './directory.ts';

type ClusterSpec = Pick<Spec<typeof PostgreSQLCluster>, 'backup'>;
type Repository = NonNullable<ClusterSpec['backup']['repository']>;

/** The volume of a repository that is in one. */
const repositoryDirectory = '/var/lib/pgbackrest';

const authorityDirectory = '/etc/authorities';

/** Returns the repository if backups go to it. */
export function archiveOf({ backup }: ClusterSpec): Repository | undefined {
  return backup.enabled ? backup.repository : undefined;
}

/** Returns the files that pgBackRest and PostgreSQL need for a repository, in the ConfigMap of the cluster. */
export function repositoryFiles({ backup }: ClusterSpec): Readonly<Record<string, string>> {
  const { repository, retention } = backup;
  if (repository === undefined) return {};
  return {
    'pgbackrest.conf': configuration(repository, retention),
    backup: backUp,
  };
}

/** @see https://pgbackrest.org/configuration.html */
function configuration(repository: Repository, retention: number): string {
  const settings = {
    ...placeSettings(repository),
    'repo1-retention-full': retention,
    // Otherwise a backup waits for a checkpoint of minutes.
    'start-fast': 'y',
    'lock-path': '/tmp/pgbackrest',
    'log-level-console': 'warn',
    'log-level-file': 'off',
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return ['[global]', ...lines, ''].join('\n');
}

function placeSettings({ path, s3 }: Repository): Readonly<Record<string, string>> {
  if (s3 === undefined) return { 'repo1-type': 'posix', 'repo1-path': `${repositoryDirectory}${path}` };
  const { hostname, port } = new URL(s3.endpoint);
  return {
    'repo1-type': 's3',
    'repo1-path': path,
    'repo1-s3-endpoint': hostname,
    'repo1-storage-port': port || '443',
    'repo1-s3-bucket': s3.bucket,
    'repo1-s3-region': s3.region,
    'repo1-s3-uri-style': s3.pathStyle ? 'path' : 'host',
    'repo1-storage-ca-file': s3.authorities ? `${authorityDirectory}/ca.crt` : '/etc/ssl/certs/ca-certificates.crt',
  };
}

/** Returns the settings with which PostgreSQL archives its WAL. */
export function archiveParameters(spec: ClusterSpec): Readonly<Record<string, string>> {
  if (archiveOf(spec) === undefined) return {};
  return {
    archive_mode: 'on',
    // pgBackRest refuses the stanza of a database with another system identifier.
    archive_command: 'pgbackrest archive-push %p || { pgbackrest stanza-create && pgbackrest archive-push %p; }',
    // The most time whose commits are in no archive, if all volumes are lost.
    archive_timeout: '5min',
  };
}

/** Returns the setting with which replicas read WAL that the primary no longer has. */
export function archiveRecovery(spec: ClusterSpec): object {
  if (archiveOf(spec) === undefined) return {};
  return { recovery_conf: { restore_command: 'pgbackrest archive-get %f "%p"' } };
}

/** Backs up the server at PGHOST, and reports the name of the backup and the end of the oldest one. */
const backUp = `#!/bin/sh
set -eu
pgbackrest stanza-create
pgbackrest --type=full backup
pgbackrest --output=json info > /tmp/info
python3 -c '
import json
backups = json.load(open("/tmp/info"))[0]["backup"]
print(json.dumps({"backup": backups[-1]["label"], "firstStop": backups[0]["timestamp"]["stop"]}))
' > /dev/termination-log
`;

/**
 * Returns the lines of a script that read the state of the repository into `$info`. pgBackRest's own command succeeds also if
 * it doesn't reach the repository.
 *
 * @param refuse - the command that ends the script with a message.
 */
export function readInfo(refuse: string): string {
  return `info=$(pgbackrest --output=json info) || ${refuse} "pgBackRest does not read the repository: see the log"
case $info in
*'"code":99,'*) ${refuse} "pgBackRest does not reach the repository: $info" ;;
esac`;
}

/** A command for {@link readInfo}. */
export const fail = `fail() {
  echo "$1" >&2
  exit 1
}`;

/** Returns the environment of pgBackRest. */
export function repositoryEnvironment(cluster: string, { backup }: ClusterSpec): k8s.EnvVar[] {
  if (backup.repository === undefined) return [];
  const { s3 } = backup.repository;
  const secret = (variable: string, key: string) =>
    s3 ? [{ name: variable, valueFrom: { secretKeyRef: { name: s3.credentials.name, key } } }] : [];
  return [
    { name: 'PGBACKREST_CONFIG', value: `${configurationDirectory}/pgbackrest.conf` },
    { name: 'PGBACKREST_STANZA', value: cluster },
    { name: 'PGBACKREST_PG1_PATH', value: dataDirectory },
    ...secret('PGBACKREST_REPO1_S3_KEY', 'AWS_ACCESS_KEY_ID'),
    ...secret('PGBACKREST_REPO1_S3_KEY_SECRET', 'AWS_SECRET_ACCESS_KEY'),
  ];
}

/** Returns the volumes of pgBackRest, and where they are. */
export function repositoryVolumes({ backup }: ClusterSpec): {
  readonly volumes: k8s.Volume[];
  readonly volumeMounts: k8s.VolumeMount[];
} {
  const { claim, s3 } = backup.repository ?? {};
  return {
    volumes: [
      ...(claim ? [{ name: 'repository', persistentVolumeClaim: { claimName: claim.name } }] : []),
      ...(s3?.authorities ? [{ name: 'authorities', configMap: { name: s3.authorities.name } }] : []),
    ],
    volumeMounts: [
      ...(claim ? [{ name: 'repository', mountPath: repositoryDirectory }] : []),
      ...(s3?.authorities ? [{ name: 'authorities', mountPath: authorityDirectory, readOnly: true }] : []),
    ],
  };
}
