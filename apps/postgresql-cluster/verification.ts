// The verification of physical backups: a Job restores the newest one into a volume of its own, recovers it and reads all of
// it. In: the schedule in the spec. Out: the CronJob, and its script. Called for children.

import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import type { Spec } from 'operand';
import type { PostgreSQLCluster } from './api.ts';
import { dataDirectory } from './directory.ts';
import { labelsOf, namesOf, verificationLabelsOf } from './names.ts';
import { quantities } from './pod.ts';
import { fail, readInfo } from './repository.ts';
import { scriptPod } from './script-pod.ts';
import { offline } from './upgrade-script.ts';

export interface BackupVerificationProps {
  readonly cluster: string;
  readonly spec: Spec<typeof PostgreSQLCluster>;
  readonly image: string;
  /** When verifications start, as a CronJob has it. */
  readonly schedule: string;
}

export class BackupVerification extends Construct {
  constructor(scope: Construct, id: string, props: BackupVerificationProps) {
    super(scope, id);
    const { cluster, schedule, spec } = props;
    const metadata = { labels: verificationLabelsOf(cluster) };
    new k8s.KubeCronJob(this, 'CronJob', {
      metadata: { name: namesOf(cluster).verification, labels: labelsOf(cluster) },
      spec: {
        schedule,
        timeZone: 'Etc/UTC',
        suspend: spec.hibernated,
        concurrencyPolicy: 'Forbid',
        jobTemplate: {
          metadata,
          // Otherwise a pod that waits for a volume keeps all later ones away.
          spec: {
            backoffLimit: 1,
            activeDeadlineSeconds: 86_400,
            template: { metadata, spec: verificationPod(props) },
          },
        },
      },
    });
  }
}

function verificationPod({ cluster, spec, image }: BackupVerificationProps): k8s.PodSpec {
  const { size, storageClass } = spec.storage;
  const claim: k8s.PersistentVolumeClaimSpec = {
    accessModes: ['ReadWriteOnce'],
    ...(storageClass !== undefined && { storageClassName: storageClass }),
    resources: { requests: quantities({ storage: size }) },
  };
  const data = { ephemeral: { volumeClaimTemplate: { spec: claim } } };
  return scriptPod({ cluster, spec, image, script: 'verify', data });
}

/**
 * Restores the newest backup, and reports its name. pgBackRest compares the checksum of each file. The server needs the WAL up
 * to the end of the backup, and pg_amcheck reads all tables and indexes.
 */
export const verify = `#!/bin/sh
set -eu
cd /tmp
${fail}
${readInfo('fail')}
name=$(printf %s "$info" | python3 -c '
import json, sys
print(*[backup["label"] for backup in json.load(sys.stdin)[0]["backup"]][-1:])')
[ -n "$name" ] || fail 'the repository has no backup'
mkdir -m 700 ${dataDirectory}
pgbackrest --set="$name" --type=immediate --target-action=promote restore
pg_ctl --pgdata=${dataDirectory} --wait --timeout=86400 --log=/tmp/server.log --options='${offline}' start ||
  { cat /tmp/server.log >&2; exit 1; }
query() { psql --host=/tmp --username=postgres --no-align --tuples-only --command="$1"; }
until [ "$(query 'SELECT pg_is_in_recovery()')" = f ]; do
  pg_ctl --pgdata=${dataDirectory} status > /dev/null || { cat /tmp/server.log >&2; exit 1; }
  sleep 1
done
pg_amcheck --host=/tmp --username=postgres --all --install-missing --heapallindexed
pg_ctl --pgdata=${dataDirectory} --wait --timeout=86400 stop
printf '{"backup": "%s"}' "$name" > /dev/termination-log
`;
