// The scripts of upgrades to another major version, in the ConfigMap of the cluster: one prepares the data of a server, the other
// one upgrades data. Each may end at any line, and does the rest when it is started again.

import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import {
  configurationDirectory,
  dataDirectory,
  formerDirectory,
  unfinishedFile,
  upgradedDirectory,
  volumeDirectory,
} from './directory.ts';
import { archiveOf, readInfo } from './repository.ts';
import type { DataRecord } from './upgrade.ts';

/** Returns the scripts, and the identifiers of the data that they need. */
export function upgradeFiles(
  spec: Pick<Spec<typeof PostgreSQLCluster>, 'backup'>,
  data: DataRecord | undefined,
): Readonly<Record<string, string>> {
  const isArchived = archiveOf(spec) !== undefined;
  const step = data?.attempt?.step;
  // Until all servers have run, the first one keeps the old data.
  const upgraded = step === 'upgraded' || step === 'copying' ? data?.identifier : undefined;
  return {
    prepare: prepare(isArchived),
    upgrade: upgrade(isArchived),
    identifiers: `upgraded='${upgraded ?? ''}'\nformer='${data?.former?.join(' ') ?? ''}'\n`,
  };
}

/**
 * Prepares the data before a server starts. After an upgrade, the upgraded data replace the old ones, and a replica
 * removes its old data, so that Patroni copies those of the primary. Removes no data but those of the identifiers that
 * the operator names, unfinished copies and those of unfinished bootstraps.
 */
function prepare(isArchived: boolean): string {
  return `#!/bin/sh
set -eu
. ${configurationDirectory}/identifiers
identifier() { od --address-radix=n --format=u8 --read-bytes=8 "$1/global/pg_control" | tr -d ' '; }
if [ -e ${unfinishedFile} ]; then
  echo "${dataDirectory} has data of an unfinished bootstrap, which are removed"
  rm -rf ${dataDirectory} ${dataDirectory}.failed
  rm -f ${unfinishedFile}
fi
major=$(postgres --version | sed 's/[^0-9]*\\([0-9]*\\).*/\\1/')
version=$(cat ${dataDirectory}/PG_VERSION 2>/tmp/missing || true)
rm -rf ${dataDirectory}.removed
remove() {
  mv -T ${dataDirectory} ${dataDirectory}.removed
  rm -rf ${dataDirectory}.removed
}
# A copy of the primary's data begins with backup_label and ends with pg_control. Patroni takes a copy that ended in between
# for data of unknown servers, and leaves it.
if [ -f ${dataDirectory}/backup_label ] && [ ! -e ${dataDirectory}/global/pg_control ]; then
  echo "${dataDirectory} has an unfinished copy, which is removed"
  remove
  version=
fi
if [ "$version" = "$major" ]; then
  rm -rf ${upgradedDirectory}
  [ -n "$upgraded" ] || rm -rf ${formerDirectory}
elif [ -n "$upgraded" ] && [ -f ${upgradedDirectory}/global/pg_control ] && [ "$(identifier ${upgradedDirectory})" = "$upgraded" ]; then
${isArchived ? `  pgbackrest --no-online --pg1-path=${upgradedDirectory} stanza-upgrade ||\n    pgbackrest --no-online --pg1-path=${upgradedDirectory} stanza-create\n` : ''}\
  [ ! -e ${dataDirectory} ] || mv -T ${dataDirectory} ${formerDirectory}
  mv -T ${upgradedDirectory} ${dataDirectory}
elif [ -n "$version" ]; then
  found=$(identifier ${dataDirectory})
  case " $former " in
  *" \${found:-unknown} "*) remove ;;
  *)
    echo "${dataDirectory} has data of PostgreSQL $version, and this image has PostgreSQL $major" >&2
    exit 1
    ;;
  esac
fi
`;
}

/** The settings of a server that no client reaches. */
export const offline =
  '-c listen_addresses= -c unix_socket_directories=/tmp -c archive_mode=off -c ssl=off -c synchronous_commit=local';

/** The same for pg_upgrade, which chooses the address. */
const offlineOld = '-c archive_mode=off -c ssl=off -c synchronous_commit=local';

/**
 * Upgrades the data of the major version FROM to TO, in a directory beside them. Reports the identifier of the new data, or
 * the reason why there are none. The old data stay valid: a server of their version starts on them afterwards.
 */
function upgrade(isArchived: boolean): string {
  return `#!/bin/sh
set -eu
# Another pod would find the same, so the Job ends.
refuse() {
  echo "$1" >&2
  printf %s "$1" | tail --bytes=2048 > /dev/termination-log
  exit 0
}
# After its Job was deleted, an earlier pod may go on for as long as it has to end.
exec 9< ${volumeDirectory}
python3 -c 'import fcntl; fcntl.flock(9, fcntl.LOCK_EX)'
cd /tmp
old=/usr/lib/postgresql/$FROM/bin
new=/usr/lib/postgresql/$TO/bin
for programs in "$old" "$new"; do
  [ -x "$programs/pg_upgrade" ] ||
    refuse "the image $IMAGE has no $programs/pg_upgrade: it needs the programs of PostgreSQL $FROM and $TO"
done
found=$(cat ${dataDirectory}/PG_VERSION)
[ "$found" = "$FROM" ] || refuse "${dataDirectory} has data of PostgreSQL $found, not $FROM"
[ ! -e ${dataDirectory}/standby.signal ] || refuse '${dataDirectory} has the data of a replica'
rm -rf ${upgradedDirectory} ${formerDirectory}
used=$(du --summarize --block-size=1K ${dataDirectory} | cut -f 1)
free=$(df --block-size=1K --output=avail ${volumeDirectory} | tail -n 1)
[ "$free" -gt "$used" ] || refuse "the volume has $free KiB left, and a copy of the data takes $used KiB: raise storage.size"
${isArchived ? `# The first server needs the repository before it starts with the upgraded data.\n${readInfo('refuse')}\n` : ''}\
# After a crash, or the end of an earlier pod, the old server first recovers. No other one runs.
if ! "$old/pg_controldata" --pgdata=${dataDirectory} | grep -q 'cluster state: *shut down$'; then
  rm -f ${dataDirectory}/postmaster.pid
  "$old/pg_ctl" --pgdata=${dataDirectory} --wait --timeout=86400 --log=/tmp/recovery.log --options='${offline}' start ||
    refuse "the old server does not recover: $(cat /tmp/recovery.log)"
  "$old/pg_ctl" --pgdata=${dataDirectory} --wait --timeout=86400 stop
fi
"$new/initdb" --pgdata=${upgradedDirectory} --username=postgres --encoding=UTF8 --locale=C.UTF-8 --data-checksums
run() {
  "$new/pg_upgrade" --username=postgres --old-bindir="$old" --new-bindir="$new" --old-datadir=${dataDirectory} \\
    --new-datadir=${upgradedDirectory} --old-options='${offlineOld}' "$@" > /tmp/output 2>&1 && return
  cat /tmp/output
  tail --lines=50 ${upgradedDirectory}/pg_upgrade_output.d/*/*.txt ${upgradedDirectory}/pg_upgrade_output.d/*/log/*.log || true
  refuse "pg_upgrade failed: $(grep -v ' ok$' /tmp/output)"
}
run --check
run
# pg_upgrade keeps no statistics of the optimizer, except from PostgreSQL 18 on.
"$new/pg_ctl" --pgdata=${upgradedDirectory} --wait --log=/tmp/analysis.log --options='${offline}' start
"$new/vacuumdb" --host=/tmp --username=postgres --all --analyze-only
"$new/pg_ctl" --pgdata=${upgradedDirectory} --wait --timeout=86400 stop
identifier=$("$new/pg_controldata" --pgdata=${upgradedDirectory} | sed -n 's/^Database system identifier: *//p')
printf %s "$identifier" > /dev/termination-log
`;
}
