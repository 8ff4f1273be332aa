// In: the recovery in the spec. Out: the method of Patroni, in place of initdb, on the first server of a new cluster. Called for
// Patroni's file and the ConfigMap.

import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { configurationDirectory } from './directory.ts';

type ClusterSpec = Spec<typeof PostgreSQLCluster>;

/** Returns the method with which Patroni makes the data of a new cluster. @default initdb */
export function bootstrapMethod({ bootstrap }: ClusterSpec): object {
  if (bootstrap === undefined) return {};
  return {
    method: 'recovery',
    recovery: {
      command: `${configurationDirectory}/recover`,
      no_params: true,
      // pgBackRest writes the target and its own command into the configuration of PostgreSQL.
      keep_existing_recovery_conf: true,
    },
  };
}

/** Returns the script of {@link bootstrapMethod}. */
export function recoveryFiles({ bootstrap }: ClusterSpec): Readonly<Record<string, string>> {
  if (bootstrap === undefined) return {};
  const { cluster, targetTime } = bootstrap.recovery;
  // PostgreSQL's format of a time; pgBackRest chooses the newest backup before it.
  const time = targetTime?.replace('T', ' ').replace('Z', '+00');
  const target = time === undefined ? '' : ` --type=time '--target=${time}' --target-action=promote`;
  return { recover: recover(`pgbackrest --stanza=${cluster}${target} restore`) };
}

/**
 * A recovered database has the system identifier of its source, so pgBackRest would let it write into an archive of
 * another cluster with its name.
 */
function recover(restore: string): string {
  return `#!/bin/sh
set -eu
case $(pgbackrest --output=json info) in
*'"code":1,"message":"missing stanza path"'*) ;;
*)
  echo "the repository has an archive of $PGBACKREST_STANZA already: choose another name or path" >&2
  exit 1
  ;;
esac
${restore}
`;
}
