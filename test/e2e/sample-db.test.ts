// The operator of SampleDBs beside that of backups, as their users run them: images, manifests, and servers with rows.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { conditionOf, DatabaseBackups } from './database-backups.ts';
import { managerImage } from './images/manager-image.ts';
import { workloads } from './images/workload.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { PodRoll } from './pod-roll.ts';

const programOf = (app: string) => fileURLToPath(new URL(`../../apps/${app}/main.ts`, import.meta.url));
const pods = { namespace: 'default', labelSelector: 'sampledb=orders' };

/** Returns an image of MariaDB. Debian has one version, so that the version is that of the name only. */
const mariadb = (version: string) =>
  workloadImage('mysql', workloads.mysql.reference.replace(/mysql:.*/, `mariadb:${version}`));

describe('the operator of SampleDBs on a real node', { timeout: 30 * 60_000, concurrency: false }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;
  let backups: DatabaseBackups;

  before(async () => {
    const images = await Promise.all([
      ...['database-backup', 'sample-db'].map((app) =>
        managerImage(programOf(app), `example.com/operators/${app}-operator:0.1.0`),
      ),
      workloadImage('backup'),
      mariadb('11.4.2'),
      mariadb('11.8.3'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    const install = (app: string) => InstalledRelease.on(cluster, { program: programOf(app), name: `${app}-operator` });
    [release] = await Promise.all([install('database-backup'), install('sample-db')]);
    backups = new DatabaseBackups(release, 'default');
    await release.apply({
      apiVersion: 'database.example.com/v1',
      kind: 'SampleDB',
      metadata: { namespace: 'default', name: 'orders' },
      spec: { version: '11.4.2', replicas: 2, backupSchedule: '*/10 * * * * *' },
    });
    await ready();
  });

  after(() => cluster?.stop());

  const ready = async () => await kubectl(cluster, ['wait', 'sampledb/orders', '--for=condition=Ready', patience]);

  /** Asks a server. @param server - its number, from 0 */
  async function ask(server: number, sql: string): Promise<string> {
    const line = 'exec mariadb --user=root --password="$MARIADB_ROOT_PASSWORD" --batch --skip-column-names';
    const address = { name: `orders-${server}` };
    const { stdout, stderr, exitCode } = await cluster.exec(address, ['sh', '-ec', line], { stdin: sql });
    if (exitCode !== 0) throw new Error(`${sql}: ${stderr}`);
    return stdout.trim();
  }

  const sums = (database: string) => ask(0, `SELECT COUNT(*), SUM(CRC32(what)) FROM ${database}.carts;`);

  it('the servers of a SampleDB keep rows, each its own', async () => {
    await ask(
      0,
      'CREATE DATABASE shop; USE shop; CREATE TABLE carts (id int AUTO_INCREMENT PRIMARY KEY, what text); INSERT INTO carts (what) SELECT SHA1(seq) FROM seq_1_to_1000;',
    );
    assert.match(await sums('shop'), /^1000\s/);
    assert.equal(await ask(1, "SHOW DATABASES LIKE 'shop';"), '');
  });

  it('the first server of a SampleDB is backed up by its schedule, into archives that restore its rows', async () => {
    const first = await backups.reached('databasebackups', 'orders', ({ lastArchive }) => lastArchive !== undefined);
    await backups.reached('databasebackups', 'orders', ({ lastArchive }) => lastArchive !== first.lastArchive);
    const restored = await backups.restore('copy', 'orders', {
      backupName: 'orders',
      database: {},
      intoDatabase: 'copy',
    });
    assert.deepEqual([conditionOf(restored, 'Complete')?.status, restored.rows], ['True', 1000]);
    assert.equal(await sums('copy'), await sums('shop'));
  });

  it('a SampleDB upgrades one server after the other, and backs up the same rows afterwards', async () => {
    const rows = await sums('shop');
    await using roll = await PodRoll.of(cluster, pods);
    await kubectl(cluster, ['patch', 'sampledb', 'orders', '--type=merge', '-p', '{"spec":{"version":"11.8.3"}}']);
    assert.equal(await roll.mostDown(), 1);
    await ready();
    const image = 'jsonpath={.items[*].spec.containers[0].image}';
    const images = await release.kubectl('get', 'pods', '-l', pods.labelSelector, '-o', image);
    assert.equal(images, 'mariadb:11.8.3 mariadb:11.8.3');
    assert.equal(await sums('shop'), rows);
    const before = await backups.reached('databasebackups', 'orders', () => true);
    await backups.reached('databasebackups', 'orders', ({ lastArchive }) => lastArchive !== before.lastArchive);
  });
});
