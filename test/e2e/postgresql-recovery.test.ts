// Physical backups of a PostgreSQLCluster while a client writes, and a new cluster from them, on a real node.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PostgreSQLCluster } from '../../apps/postgresql-cluster/api.ts';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { conditionsOf } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { ObjectStorePod, storeCertificate } from './object-store-pod.ts';
import { AcknowledgedRows } from './postgresql-cluster/acknowledged-rows.ts';
import { ServedCluster } from './postgresql-cluster/served-cluster.ts';

const program = fileURLToPath(new URL('../../apps/postgresql-cluster/main.ts', import.meta.url));
const namespace = 'default';

describe('the backups of a PostgreSQLCluster in a bucket', { timeout: 20 * 60_000 }, () => {
  let cluster: Cluster;
  let installed: InstalledRelease;
  let store: ObjectStorePod;
  let orders: ServedCluster;
  let rows: AcknowledgedRows;

  /** Returns the spec of a cluster whose backups are in the bucket. */
  const backedUp = (spec: object = {}) => ({
    version: '15.20',
    instances: 2,
    storage: { size: '1Gi' },
    backup: { enabled: true, schedule: '@yearly', repository: store.storage, verification: { schedule: '@yearly' } },
    parameters: { track_commit_timestamp: 'on' },
    ...spec,
  });

  /** Runs a query on the primary of a cluster, as its administrator. */
  const query = async (served: ServedCluster, sql: string) => {
    const words = ['psql', '-d', 'app', '-U', 'postgres', '-Atc', sql];
    const { stdout, stderr } = await cluster.exec({ namespace, name: await served.leader() }, words);
    return stdout.trim() || stderr;
  };

  before(async () => {
    const images = await Promise.all([
      managerImage(program, release.image),
      workloadImage('postgresqlCluster'),
      workloadImage('objects'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    store = new ObjectStorePod(cluster, namespace, await storeCertificate(namespace));
    [installed] = await Promise.all([
      InstalledRelease.on(cluster, { program, name: 'postgresql-cluster-operator' }),
      store.start(),
    ]);
    orders = await ServedCluster.create(installed, 'orders', backedUp());
    rows = await AcknowledgedRows.start(cluster, orders.connection);
  });

  after(async () => await cluster?.stop());

  it('the backups of a PostgreSQLCluster become a new cluster with exactly the rows up to a moment', async (test) => {
    // The operator begins it by itself.
    await orders.reached('BackedUp');
    await rows.flow();
    const moment = await query(
      orders,
      `SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    );
    await rows.flow();
    // The later one waits.
    await Promise.all(['second', 'third'].map(async (name) => await orders.runJob('backup', name)));
    const summary = "SELECT count(*), max(id), md5(string_agg(id::text, ',' ORDER BY id)) FROM acknowledged";
    const expected = await query(orders, `${summary} WHERE pg_xact_commit_timestamp(xmin) <= '${moment}'`);
    const bootstrap = { recovery: { cluster: 'orders', targetTime: moment } };
    const restored = await ServedCluster.create(installed, 'restored', backedUp({ bootstrap }));
    const found = await query(restored, summary);
    test.diagnostic(`${found} at ${moment}; ${await query(orders, summary)} now`);
    assert.equal(found, expected);
    assert.notEqual(found, await query(orders, summary));
  });

  it('the backups of a PostgreSQLCluster in a volume become a new cluster with all its rows', async () => {
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    const metadata = { namespace, name: 'backups' };
    await installed.apply({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: claim });
    const backup = { enabled: true, schedule: '@yearly', repository: { claim: { name: 'backups' } } };
    const shop = await ServedCluster.create(installed, 'shop', backedUp({ backup }));
    await shop.reached('BackedUp');
    await query(shop, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS id');
    const file = await query(shop, 'SELECT pg_walfile_name(pg_switch_wal())');
    await until(`${file} is archived`, async () => {
      return (await query(shop, `SELECT last_archived_wal >= '${file}' FROM pg_stat_archiver`)) === 't';
    });
    const bootstrap = { recovery: { cluster: 'shop' } };
    const copy = await ServedCluster.create(installed, 'copy', backedUp({ backup, bootstrap }));
    assert.equal(await query(copy, 'SELECT count(*) FROM kept'), '1000');
  });

  it('a PostgreSQLCluster begins again when the first server was lost while it made the data', async () => {
    const metadata = { namespace, name: 'again' };
    const spec = { version: '15.20', instances: 2, storage: { size: '1Gi' } };
    const { apiVersion, kind } = PostgreSQLCluster.GVK;
    await installed.apply({ apiVersion, kind, metadata, spec: { ...spec, hibernated: true } });
    const state = { namespace, name: 'again-config' };
    await until(
      'Patroni’s state has a Service',
      async () => (await installed.get('service', state.name)) !== undefined,
    );
    // The lock as a server leaves it that is lost.
    const labels = { 'postgres.example.com/cluster': 'again' };
    const lock = { ...state, labels, annotations: { initialize: '' } };
    await installed.apply({ apiVersion: 'v1', kind: 'Endpoints', metadata: lock });
    await ServedCluster.create(installed, 'again', { ...spec, hibernated: false });
    const events = await installed.kubectl('get', 'events', '-n', namespace, '--field-selector=reason=BootstrapLost');
    assert.match(events, /again/);
  });

  it('a verification restores the backups of a PostgreSQLCluster, and reads them whole', async () => {
    await orders.runJob('verification', 'sound');
    await orders.reached('BackupVerified');
  });

  it('a verification reports the backups of a PostgreSQLCluster if a byte of them is damaged', async () => {
    await store.damage('pgbackrest/backup/orders/*F');
    await orders.startJob('verification', 'damaged');
    await until('the verification has failed', async () => {
      const resource = await installed.get('postgresqlcluster', 'orders', namespace);
      const found = conditionsOf(resource?.status).find(({ type }) => type === 'BackupVerified');
      return found?.reason === 'VerificationFailed' && found.message.includes('ERROR');
    });
  });

  it('a backup repository refuses the WAL of another database, and a second recovery of one name', async () => {
    const failure = async (name: string, script: string) => {
      const { stderr, stdout, exitCode } = await cluster.exec({ namespace, name }, ['sh', '-ec', script]);
      return `${exitCode} ${stdout}${stderr}`;
    };
    const wal = '/tmp/other/pg_wal/000000010000000000000001';
    const push = `initdb --pgdata=/tmp/other > /tmp/initdb; pgbackrest --pg1-path=/tmp/other archive-push ${wal}`;
    assert.match(await failure('orders-0', push), /^103 .*system-id \d+ do not match/s);
    assert.match(await failure('restored-0', '/etc/patroni/recover'), /^1 .*an archive of restored already/s);
  });
});
