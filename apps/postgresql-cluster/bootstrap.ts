// In: the recovery in the spec. Out: the method of Patroni by which the first server of a new cluster makes its data, and the
// scripts. Called for Patroni's file and the ConfigMap.

import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { configurationDirectory, dataDirectory, unfinishedFile, volumeDirectory } from './directory.ts';
import { fail, readInfo } from './repository.ts';

type ClusterSpec = Spec<typeof PostgreSQLCluster>;

/**
 * Returns the method with which Patroni makes the data of a new cluster. Its own one, initdb, leaves no trace of its end: after
 * a restart in between, Patroni takes data without roles for those of the cluster.
 */
export function bootstrapMethod({ bootstrap }: ClusterSpec): object {
  const command = (script: string) => ({ command: `${configurationDirectory}/${script}`, no_params: true });
  if (bootstrap === undefined) return { method: 'create', create: command('create') };
  return {
    method: 'recovery',
    // pgBackRest writes the target and its own command into the configuration of PostgreSQL.
    recovery: { ...command('recover'), keep_existing_recovery_conf: true },
  };
}

/** Returns the script of {@link bootstrapMethod}. */
export function bootstrapFiles({ bootstrap }: ClusterSpec): Readonly<Record<string, string>> {
  if (bootstrap === undefined) return { create };
  const { cluster, targetTime } = bootstrap.recovery;
  // PostgreSQL's format of a time; pgBackRest chooses the newest backup before it.
  const time = targetTime?.replace('T', ' ').replace('Z', '+00');
  const target = time === undefined ? '' : ` --type=time '--target=${time}' --target-action=promote`;
  return { recover: recover(`pgbackrest --stanza=${cluster}${target} restore`) };
}

/** From here on, also after a crash of the node, the data are unfinished until the script `post-bootstrap` has ended. */
const begin = `touch ${unfinishedFile}
sync ${volumeDirectory}`;

const create = `#!/bin/sh
set -eu
${begin}
initdb --pgdata=${dataDirectory} --username=postgres --encoding=UTF8 --locale=C.UTF-8 --data-checksums
`;

/**
 * A recovered database has the system identifier of its source, so pgBackRest would let it write into an archive of
 * another cluster with its name.
 */
function recover(restore: string): string {
  return `#!/bin/sh
set -eu
${fail}
${readInfo('fail')}
case $info in
*'"code":1,"message":"missing stanza path"'*) ;;
*) fail "the repository has an archive of $PGBACKREST_STANZA already: choose another name or path" ;;
esac
${begin}
${restore}
`;
}
