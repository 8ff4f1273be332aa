// An upgrade of a PostgreSQLCluster with a repository from PostgreSQL 15 to 17 while a client writes, on a real node.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { conditionsOf } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { workloads } from './images/workload.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { ObjectStorePod, storeCertificate } from './object-store-pod.ts';
import { AcknowledgedRows } from './postgresql-cluster/acknowledged-rows.ts';
import { ServedCluster } from './postgresql-cluster/served-cluster.ts';

const program = fileURLToPath(new URL('../../apps/postgresql-cluster/main.ts', import.meta.url));
const namespace = 'default';
const [former, next] = [workloads.postgresqlCluster, workloads.newerPostgresqlCluster].map(
  ({ reference }) => reference.split(':')[1] ?? '',
);

/** The part of the report of pgBackRest on the versions and the backups of a cluster's data. */
interface Stanza {
  readonly db: readonly { readonly id: number; readonly version: string }[];
  readonly backup: readonly { readonly database: { readonly id: number } }[];
}

describe('a PostgreSQLCluster of two servers with a newer major version', { timeout: 20 * 60_000 }, () => {
  let cluster: Cluster;
  let installed: InstalledRelease;
  let orders: ServedCluster;
  let rows: AcknowledgedRows;

  /** Runs a shell script in the pod of the primary. */
  const run = async (script: string) => {
    const words = ['sh', '-ec', script];
    const { stdout, stderr, exitCode } = await cluster.exec({ namespace, name: await orders.leader() }, words);
    assert.equal(exitCode, 0, stderr);
    return stdout.trim();
  };

  /** Runs a statement on the primary, as its administrator. */
  const query = async (sql: string) => await run(`psql -d app -U postgres -Atc "${sql}"`);

  before(async () => {
    const images = await Promise.all([
      managerImage(program, release.image),
      workloadImage('postgresqlCluster'),
      workloadImage('newerPostgresqlCluster'),
      workloadImage('objects'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    const store = new ObjectStorePod(cluster, namespace, await storeCertificate(namespace));
    [installed] = await Promise.all([
      InstalledRelease.on(cluster, { program, name: 'postgresql-cluster-operator' }),
      store.start(),
    ]);
    orders = await ServedCluster.create(installed, 'orders', {
      version: former,
      instances: 2,
      storage: { size: '1Gi' },
      backup: { enabled: true, schedule: '@yearly', repository: store.storage },
    });
    rows = await AcknowledgedRows.start(cluster, orders.connection);
  });

  after(async () => await cluster?.stop());

  it('a PostgreSQLCluster loses no acknowledged row when pg_upgrade refuses its data', async (test) => {
    await query('CREATE TABLE refused (value regproc)');
    const first = await rows.last();
    await orders.patch({ version: next });
    await until('the upgrade has failed', async () => {
      const resource = await installed.get('postgresqlcluster', 'orders', namespace);
      const found = conditionsOf(resource?.status).find(({ type }) => type === 'Upgraded');
      return found?.reason === 'UpgradeFailed' && found.message.includes('reg*');
    });
    await orders.patch({ version: former });
    await orders.settled();
    await rows.flow();
    const { lost, outageMs } = await rows.since(first);
    test.diagnostic(`${outageMs} ms without a commit`);
    assert.deepEqual(lost, []);
    await query('DROP TABLE refused');
  });

  it('an upgraded PostgreSQLCluster has all acknowledged rows, statistics and a replica that streams', async (test) => {
    const first = await rows.last();
    await orders.patch({ version: next });
    await orders.settled();
    await rows.flow();
    const { lost, acknowledged, outageMs } = await rows.since(first);
    test.diagnostic(`${outageMs} ms without a commit, ${acknowledged} rows acknowledged`);
    assert.deepEqual(lost, []);
    assert.equal(await query('SHOW server_version_num').then((text) => text.slice(0, 2)), '17');
    assert.notEqual(await query("SELECT count(*) FROM pg_stats WHERE tablename = 'acknowledged'"), '0');
  });

  it('an upgraded PostgreSQLCluster has a backup of the new data, which begins by itself', async () => {
    await until('there is a backup of PostgreSQL 17', async () => {
      const [stanza] = JSON.parse(await run('pgbackrest --output=json info')) as [Stanza];
      const upgraded = stanza.db.find(({ version }) => version === '17');
      return stanza.backup.some(({ database }) => database.id === upgraded?.id);
    });
  });

  it('an upgraded PostgreSQLCluster removes the former data when the first server restarts', async () => {
    const { uid } = (await orders.pod('orders-0')).metadata;
    await orders.delete('pod', 'orders-0');
    await until('orders-0 restarts', async () => {
      const pod = (await orders.pods()).find(({ metadata }) => metadata.name === 'orders-0');
      return pod !== undefined && pod.metadata.uid !== uid;
    });
    await orders.settled();
    const words = ['ls', '/var/lib/postgresql/data'];
    assert.equal((await cluster.exec({ namespace, name: 'orders-0' }, words)).stdout.trim(), 'pgdata');
  });
});
