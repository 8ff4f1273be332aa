// Runs a PostgreSQL and its exporter in the image of PostgreSQLClusters, without a node: with the settings, the files and the
// command that the operator gives the pod.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exporterContainers, exporterFiles, monitoredParameters } from '../../../apps/postgresql-cluster/exporter.ts';
import { logParameters } from '../../../apps/postgresql-cluster/logging.ts';
import { postBootstrap } from '../../../apps/postgresql-cluster/patroni.ts';
import { ImageRoot } from '../images/image-root.ts';
import { workloads } from '../images/workload.ts';
import { workloadImage } from '../images/workload-image.ts';

const monitored = { monitoring: { enabled: true } };
/** Each of them logs statements. */
const parameters = {
  log_statement: 'all',
  log_min_duration_sample: '0',
  log_statement_sample_rate: '1',
  log_transaction_sample_rate: '1',
};
const settings = { ...logParameters, ...monitoredParameters({ ...monitored, parameters }) };

/** The password of the exporter's role, and of applications. */
export const password = 'b5f1-0';

/** The output of {@link monitoredServer}. */
export interface ServerReport {
  /** The response of the exporter. */
  readonly metrics: string;
  /** The texts of statements that the exporter's role can read. */
  readonly texts: string;
  /** The response of PostgreSQL to this role when it reads passwords. */
  readonly refusal: string;
  readonly log: string;
}

/**
 * A primary that logs all statements. Its roles are created; that of the exporter is found once more, and found while the
 * server takes no writes yet. Then a session waits for the row of another one, and an application has an operator in the
 * schema public, as PostgreSQL 14 lets it.
 */
const script = `
echo administrator > /tmp/password
initdb --pgdata=/tmp/data --auth=scram-sha-256 --pwfile=/tmp/password >/tmp/initdb
printf 'local all postgres peer\\nlocal all all scram-sha-256\\n' > /tmp/data/pg_hba.conf
cat /etc/patroni/settings.conf >> /tmp/data/postgresql.conf
postgres -D /tmp/data -c unix_socket_directories=/run/postgresql -c listen_addresses= 2>/tmp/log &
for _ in 1 2; do sh /etc/patroni/create-monitor on_start primary orders 2>/dev/null; done
sh /etc/patroni/create-monitor on_role_change replica orders
mkdir -p /var/lib/postgresql/data
export APP_PASSWORD=$MONITORING_PASSWORD REPLICATION_PASSWORD=$MONITORING_PASSWORD
sh /etc/patroni/post-bootstrap 'host=/run/postgresql user=postgres dbname=postgres'
administrator="psql --host=/run/postgresql --username=postgres --dbname=postgres --quiet"
read_only() {
  $administrator --command="ALTER SYSTEM SET default_transaction_read_only = $1" --command='SELECT pg_reload_conf()' >/dev/null
}
read_only on
sh /etc/patroni/create-monitor on_role_change primary orders 2>/dev/null &
created=$!
until grep -q 'cannot execute ALTER ROLE' /tmp/log; do kill -0 $created; sleep 0.1; done
read_only off
wait $created
$administrator <<END >/dev/null 2>&1
CREATE TABLE held AS SELECT 1 AS value;
BEGIN;
UPDATE held SET value = 2;
\\! PGOPTIONS='-c lock_timeout=1500' $administrator --command='UPDATE held SET value = 3'
END
$administrator --command='GRANT CREATE ON SCHEMA public TO PUBLIC'
PGPASSWORD=$MONITORING_PASSWORD psql --host=/run/postgresql --username=app --dbname=postgres --quiet <<END
CREATE FUNCTION public.divide(float8, int4) RETURNS float8 LANGUAGE sql AS 'SELECT -1::float8';
CREATE OPERATOR public./ (LEFTARG = float8, RIGHTARG = int4, FUNCTION = public.divide);
END
$COMMAND 2>/tmp/exporter &
echo '-- metrics'
python3 - <<'END'
import time, urllib.request
for _ in range(100):
    try:
        print(urllib.request.urlopen("http://127.0.0.1:9187/metrics").read().decode())
        break
    except OSError:
        time.sleep(0.1)
END
export PGPASSWORD=$MONITORING_PASSWORD
monitor() { psql --host=/run/postgresql --username=monitoring --dbname=postgres --command="$1" 2>&1; }
echo '-- texts'
monitor 'SELECT query FROM public.pg_stat_statements'
echo '-- refusal'
monitor 'SELECT rolpassword FROM pg_authid' || true
echo '-- log'
cat /tmp/log
`;

/** Returns the reports of the exporter, its role and the log of a server. */
export async function monitoredServer(): Promise<ServerReport> {
  const { account } = workloads.postgresqlCluster;
  await using root = await ImageRoot.unpack(await workloadImage('postgresqlCluster'), account.user);
  const directory = root.path('/etc/patroni');
  await mkdir(directory);
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  const files = { ...exporterFiles(monitored), 'post-bootstrap': postBootstrap, 'settings.conf': lines.join('') };
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  const [container] = exporterContainers({ cluster: 'orders', image: 'image', securityContext: {}, ...monitored });
  const variables = container?.env?.map(({ name, value = password }) => [name, value]) ?? [];
  const output = await root.run(script, {
    ...Object.fromEntries(variables),
    COMMAND: container?.command?.join(' ') ?? '',
    MONITORING_PASSWORD: password,
  });
  const part = (name: string) => output.split(/^-- /m).find((text) => text.startsWith(`${name}\n`)) ?? '';
  return { metrics: part('metrics'), texts: part('texts'), refusal: part('refusal'), log: part('log') };
}
