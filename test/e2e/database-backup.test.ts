// The database backup operator as its users run it: its own image and manifests, and servers with rows.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { App, Chart } from 'cdk8s';
import { Database, DatabaseServer } from '../../apps/database/index.ts';
import type { KubernetesObject } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { ClientPod } from './client-pod.ts';
import { DatabaseAdministrator } from './database-administrator.ts';
import { conditionOf, DatabaseBackups } from './database-backups.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { PodRoll } from './pod-roll.ts';
import { passwordSecret } from './referenced-objects.ts';

const program = fileURLToPath(new URL('../../apps/database-backup/main.ts', import.meta.url));
const namespace = 'production';
const password = 'tea';
const everyTenSeconds = '*/10 * * * * *';

describe('the database backup operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;
  let backups: DatabaseBackups;
  let client: ClientPod;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/database-backup-operator:0.1.0'),
      workloadImage('backup'),
      workloadImage('postgresql'),
      workloadImage('mysql'),
      workloadImage('client'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await kubectl(cluster, ['create', 'namespace', namespace]);
    await Promise.all([
      startServer('orders', 'postgresql'),
      startServer('spare', 'postgresql'),
      startServer('carts', 'mysql'),
    ]);
    [client, release] = await Promise.all([
      ClientPod.in(cluster),
      InstalledRelease.on(cluster, { program, name: 'database-backup-operator' }),
    ]);
    backups = new DatabaseBackups(release, namespace);
    for (const name of ['orders', 'spare', 'carts']) {
      await kubectl(cluster, ['rollout', 'status', `statefulset/${name}`, '-n', namespace, patience]);
    }
  });

  after(() => cluster?.stop());

  /** Starts a server with a volume, from the constructs of the database app. */
  async function startServer(name: string, engine: 'postgresql' | 'mysql'): Promise<void> {
    const chart = new Chart(new App(), name, { namespace });
    const version = engine === 'mysql' ? '8.4' : '14.5';
    const spec = { engine, version, replicas: 1, storage: '1Gi', passwordFrom: { name: `${name}-password` } };
    new DatabaseServer(chart, 'Server', { name, ...Database.spec(spec) });
    const items = [
      ...(chart.toJson() as KubernetesObject[]),
      passwordSecret(`${namespace}/${name}-password`, password),
    ];
    await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  }

  const administrator = (name: string, engine: 'postgresql' | 'mysql') => {
    const of = new DatabaseAdministrator(client, `${namespace}/${name}`, engine);
    return async (sql: string) => await of.ask(0, password, sql);
  };

  describe('backs up PostgreSQL', { concurrency: false }, () => {
    const sql = (words: string) => administrator('orders', 'postgresql')(words);
    const inShop = (words: string) => sql(`\\connect shop\n${words}`);
    const whenLocked = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock';";
    let lock: Promise<unknown> | undefined;

    /** Makes dumps wait in the middle, until the server ends or {@link unlock}. */
    const lockOrders = async () => {
      const session = inShop('BEGIN; LOCK orders IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(10000);');
      lock = assert.rejects(session);
      await until(
        'the lock is held',
        async () => (await sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep';")) === '1',
      );
    };
    const unlock = async () => {
      await sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep';");
      await lock;
    };
    const dumpWaits = () => until('a dump waits for the lock', async () => (await sql(whenLocked)) === '1');

    it('on its schedule, and keeps the newest archives', async () => {
      await sql('CREATE DATABASE shop;');
      await inShop(
        'CREATE TABLE orders (id serial, what text); INSERT INTO orders (what) SELECT md5(i::text) FROM generate_series(1, 1000) i;',
      );
      const archives = new Set<string>();
      await backups.backUp('orders', 'orders', {
        schedule: everyTenSeconds,
        databases: ['shop'],
        retention: { keep: 2 },
      });
      await backups.reached('databasebackups', 'orders', ({ lastArchive }) => {
        if (lastArchive !== undefined) archives.add(lastArchive);
        return archives.size >= 3;
      });
      const { lastArchive = '' } = await backups.suspend('orders');
      const kept = await backups.archives('orders');
      assert.deepEqual([kept.length, kept.at(-1)], [2, lastArchive]);
    });

    it('with the columns that its users see', async () => {
      const [header, row] = (await release.kubectl('get', 'databasebackups', '-n', namespace)).split('\n');
      assert.match(header ?? '', /^NAME +DATABASE +SCHEDULE +LAST BACKUP$/);
      assert.match(row ?? '', /^orders +orders +\*\/10 \* \* \* \* \* +\d+s$/);
    });

    it('into archives that restore rows and sequences into an empty server', async () => {
      const restored = await backups.restore('spare', 'spare', { backupName: 'orders' });
      assert.deepEqual([conditionOf(restored, 'Complete')?.status, restored.rows], ['True', 1000]);
      const question = "SELECT count(*), md5(string_agg(what, ',' ORDER BY id)), nextval('orders_id_seq') FROM orders;";
      const spare = administrator('spare', 'postgresql');
      assert.equal(await spare(`\\connect shop\n${question}`), await inShop(question));
    });

    it('into archives that replace a database only if asked', async () => {
      await inShop('DELETE FROM orders WHERE id > 10;');
      const refused = await backups.restore('refused', 'orders', { backupName: 'orders' });
      assert.match(
        conditionOf(refused, 'Failed')?.message ?? '',
        /database shop has 1 tables: set overwrite to replace it, or restore into another database/,
      );
      await backups.restore('replaced', 'orders', { backupName: 'orders', overwrite: true });
      assert.equal(await inShop('SELECT count(*) FROM orders;'), '1000');
    });

    it('and verifies the newest archive in an empty server', async () => {
      await backups.patch('orders', {
        suspend: false,
        schedule: '0 0 1 1 *',
        verification: { schedule: everyTenSeconds },
      });
      const { verifiedArchive } = await backups.reached(
        'databasebackups',
        'orders',
        (status) => status.verifiedArchive !== undefined,
      );
      const { lastArchive } = await backups.suspend('orders');
      assert.equal(verifiedArchive, lastArchive);
    });

    it('again after its server was killed in the middle, without half an archive', async () => {
      await backups.patch('orders', { verification: null });
      const before = await backups.archives('orders');
      await lockOrders();
      await backups.patch('orders', { suspend: false, schedule: everyTenSeconds });
      await dumpWaits();
      await PodRoll.replace(cluster, { namespace, name: 'orders-0' }, ['--grace-period=0', '--force']);
      await lock;
      const failed = await backups.reached(
        'databasebackups',
        'orders',
        ({ consecutiveFailures = 0 }) => consecutiveFailures > 0,
      );
      assert.match(
        conditionOf(failed, 'BackedUp')?.message ?? '',
        /the server (ended the connection in the middle|does not answer)/,
      );
      const { lastArchive = '' } = await backups.reached(
        'databasebackups',
        'orders',
        ({ consecutiveFailures }) => consecutiveFailures === 0,
      );
      assert.ok(!before.includes(lastArchive));
      await backups.suspend('orders');
      assert.ok((await backups.archives('orders')).every((name) => /^\d{8}T\d{6}Z$/.test(name)));
    });

    it('once for each time, also if its manager is killed meanwhile', async () => {
      await lockOrders();
      await backups.patch('orders', { suspend: false });
      await dumpWaits();
      const pods = await release.pods();
      for (const { metadata } of pods) {
        await release.kubectl('delete', 'pod', metadata.name, '-n', release.namespace, '--grace-period=0', '--force');
      }
      await release.rolledOut();
      const before = await backups.reached('databasebackups', 'orders', ({ inProgress }) => inProgress === true);
      await unlock();
      await backups.reached('databasebackups', 'orders', ({ lastArchive }) => lastArchive !== before.lastArchive);
      await backups.suspend('orders');
      const times = (await backups.jobs('orders')).map(
        ({ metadata }) => metadata.annotations?.['databases.test.io/run'],
      );
      assert.equal(new Set(times).size, times.length);
    });

    it('and reports a wrong password', async () => {
      await release.apply(passwordSecret(`${namespace}/wrong-password`, 'coffee'));
      await backups.backUp('wrong', 'orders', {
        schedule: everyTenSeconds,
        database: { credentials: { name: 'wrong-password' } },
      });
      const { conditions } = await backups.reached(
        'databasebackups',
        'wrong',
        ({ consecutiveFailures = 0 }) => consecutiveFailures > 0,
      );
      await backups.suspend('wrong');
      assert.match(
        conditionOf({ conditions: conditions ?? [] }, 'BackedUp')?.message ?? '',
        /the server refused the account: correct the username and the password in the credentials Secret/,
      );
    });
  });

  it('backs up MariaDB, and restores its rows', async () => {
    const sql = administrator('carts', 'mysql');
    await sql(
      'CREATE DATABASE shop; USE shop; CREATE TABLE carts (id int AUTO_INCREMENT PRIMARY KEY, what text); INSERT INTO carts (what) SELECT SHA1(seq) FROM seq_1_to_1000;',
    );
    await backups.backUp('carts', 'carts', { schedule: everyTenSeconds });
    await backups.reached('databasebackups', 'carts', ({ lastArchive }) => lastArchive !== undefined);
    await backups.suspend('carts');
    const restored = await backups.restore('carts-copy', 'carts', { backupName: 'carts', intoDatabase: 'copy' });
    assert.deepEqual([conditionOf(restored, 'Complete')?.status, restored.rows], ['True', 1000]);
    const question = (database: string) => `SELECT COUNT(*), SUM(CRC32(what)) FROM ${database}.carts;`;
    assert.equal(await sql(question('copy')), await sql(question('shop')));
  });
});
