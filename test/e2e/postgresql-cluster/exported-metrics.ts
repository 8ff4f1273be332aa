// Runs a PostgreSQL and its exporter in the image of PostgreSQLClusters, without a node: with the files and the command
// that the operator gives the pod.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exporterContainers, exporterFiles } from '../../../apps/postgresql-cluster/exporter.ts';
import { ImageRoot } from '../images/image-root.ts';
import { workloads } from '../images/workload.ts';
import { workloadImage } from '../images/workload-image.ts';

const monitored = { monitoring: { enabled: true } };
const password = 'b5f1-0';

/** A primary whose role of the exporter is created, and found once more. */
const script = `
echo administrator > /tmp/password
initdb --pgdata=/tmp/data --auth=scram-sha-256 --pwfile=/tmp/password >/tmp/log
printf 'local all postgres peer\\nlocal all all scram-sha-256\\n' > /tmp/data/pg_hba.conf
postgres -D /tmp/data -c unix_socket_directories=/run/postgresql -c listen_addresses= 2>/tmp/log &
for _ in 1 2; do sh /etc/patroni/create-monitor on_start primary orders 2>/dev/null; done
sh /etc/patroni/create-monitor on_role_change replica orders
$COMMAND 2>/tmp/exporter &
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
psql -h /run/postgresql -U monitoring -d postgres -c 'SELECT rolpassword FROM pg_authid' 2>&1 || true
`;

/** Returns the response of the exporter, and after it that of PostgreSQL to its role when it reads passwords. */
export async function exportedMetrics(): Promise<string> {
  const { account } = workloads.postgresqlCluster;
  await using root = await ImageRoot.unpack(await workloadImage('postgresqlCluster'), account.user);
  const directory = root.path('/etc/patroni');
  await mkdir(directory);
  for (const [name, text] of Object.entries(exporterFiles(monitored))) await writeFile(join(directory, name), text);
  const [container] = exporterContainers({ cluster: 'orders', image: 'image', securityContext: {}, ...monitored });
  const variables = container?.env?.map(({ name, value = password }) => [name, value]) ?? [];
  return await root.run(script, {
    ...Object.fromEntries(variables),
    COMMAND: container?.command?.join(' ') ?? '',
    MONITORING_PASSWORD: password,
  });
}
