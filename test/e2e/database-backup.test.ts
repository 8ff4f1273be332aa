// The database backup operator as its users run it: its own image and manifests, and servers with rows.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runAnnotation, taskLabel } from '../../apps/database-backup/job.ts';
import { conditionsOf, type StoredObject } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { kubectl, patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { ClientPod } from './client-pod.ts';
import { conditionOf, DatabaseBackups } from './database-backups.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { ObjectStorePod } from './object-store-pod.ts';
import { PodRoll } from './pod-roll.ts';
import { passwordSecret } from './referenced-objects.ts';
import { ShopServer, shopServer } from './shop-server.ts';
import { SmallVolume } from './small-volume.ts';

const program = fileURLToPath(new URL('../../apps/database-backup/main.ts', import.meta.url));
const namespace = 'production';
const everyFiveSeconds = '*/5 * * * * *';

describe('the database backup operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;
  let backups: DatabaseBackups;
  let store: ObjectStorePod;
  let small: SmallVolume;
  let orders: ShopServer;
  let spare: ShopServer;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/database-backup-operator:0.1.0'),
      ...(['backup', 'postgresql', 'client', 'objects'] as const).map((name) => workloadImage(name)),
    ]);
    small = await SmallVolume.mount();
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await kubectl(cluster, ['create', 'namespace', namespace]);
    const items = ['orders', 'spare'].flatMap((name) => shopServer(namespace, name));
    await kubectl(cluster, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
    store = new ObjectStorePod(cluster, namespace);
    const [client, installed] = await Promise.all([
      ClientPod.in(cluster),
      InstalledRelease.on(cluster, { program, name: 'database-backup-operator' }),
      store.start(),
    ]);
    release = installed;
    backups = new DatabaseBackups(release, namespace);
    [orders, spare] = [new ShopServer(client, `${namespace}/orders`), new ShopServer(client, `${namespace}/spare`)];
    for (const name of ['orders', 'spare']) {
      await kubectl(cluster, ['rollout', 'status', `statefulset/${name}`, '-n', namespace, patience]);
    }
  });

  after(async () => {
    await cluster?.stop();
    await small?.[Symbol.asyncDispose]();
  });

  describe('backs up PostgreSQL', { concurrency: false }, () => {
    it('a DatabaseBackup archives PostgreSQL on its schedule, and keeps the newest archives', async () => {
      await orders.sql('CREATE DATABASE shop;');
      await orders.inShop(
        'CREATE TABLE orders (id serial, what text); INSERT INTO orders (what) SELECT md5(i::text) FROM generate_series(1, 1000) i;',
      );
      const archives = new Set<string>();
      await backups.backUp('orders', 'orders', {
        schedule: everyFiveSeconds,
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

    it('kubectl shows the database, the schedule and the last backup of a DatabaseBackup', async () => {
      const [header, row] = (await release.kubectl('get', 'databasebackups', '-n', namespace)).split('\n');
      assert.match(header ?? '', /^NAME +DATABASE +SCHEDULE +LAST BACKUP$/);
      assert.match(row ?? '', /^orders +orders +\*\/5 \* \* \* \* \* +\d+s$/);
    });

    it('the archives of a DatabaseBackup restore rows and sequences into an empty server', async () => {
      const restored = await backups.restore('spare', 'spare', { backupName: 'orders' });
      assert.deepEqual([conditionOf(restored, 'Complete')?.status, restored.rows], ['True', 1000]);
      const question = "SELECT count(*), md5(string_agg(what, ',' ORDER BY id)), nextval('orders_id_seq') FROM orders;";
      assert.equal(await spare.inShop(question), await orders.inShop(question));
    });

    it('a restore from a DatabaseBackup replaces a database only if overwrite is set', async () => {
      await orders.inShop('DELETE FROM orders WHERE id > 10;');
      const refused = await backups.restore('refused', 'orders', { backupName: 'orders' });
      assert.match(
        conditionOf(refused, 'Failed')?.message ?? '',
        /database shop has 1 tables: set overwrite to replace it, or restore into another database/,
      );
      await backups.restore('replaced', 'orders', { backupName: 'orders', overwrite: true });
      assert.equal(await orders.inShop('SELECT count(*) FROM orders;'), '1000');
    });

    it('a DatabaseBackup verifies the newest archive in an empty server', async () => {
      await backups.patch('orders', {
        suspend: false,
        schedule: '0 0 1 1 *',
        verification: { schedule: everyFiveSeconds },
      });
      const { verifiedArchive } = await backups.reached(
        'databasebackups',
        'orders',
        (status) => status.verifiedArchive !== undefined,
      );
      const { lastArchive } = await backups.suspend('orders');
      assert.equal(verifiedArchive, lastArchive);
    });

    it('a DatabaseBackup succeeds again after its server was killed, and leaves no half archive', async () => {
      await backups.patch('orders', { verification: null });
      const before = await backups.archives('orders');
      await orders.lockOrders();
      await backups.patch('orders', { suspend: false, schedule: everyFiveSeconds });
      await orders.dumpWaits();
      await PodRoll.replace(cluster, { namespace, name: 'orders-0' }, ['--grace-period=0', '--force']);
      await orders.lockEnds();
      assert.match(await backups.failure('orders'), /the server (ended the connection in the middle|does not answer)/);
      const { lastArchive = '' } = await backups.reached(
        'databasebackups',
        'orders',
        ({ consecutiveFailures }) => consecutiveFailures === 0,
      );
      assert.ok(!before.includes(lastArchive));
      await backups.suspend('orders');
      assert.ok((await backups.archives('orders')).every((name) => /^\d{8}T\d{6}Z$/.test(name)));
    });

    const start = () => backups.patch('orders', { suspend: false });
    const startHeldUp = async () => {
      await orders.lockOrders();
      await start();
      await orders.dumpWaits();
    };
    const hasEnded = ({ status }: StoredObject) =>
      conditionsOf(status).some(({ type }) => type === 'Complete' || type === 'Failed');
    const end = async () => {
      await orders.unlock();
      await until('all Jobs have ended', async () => (await backups.jobs('orders')).every(hasEnded));
    };
    const phases = [
      { phase: 'before it creates the Job', meanwhile: start },
      { phase: 'while the Job runs', first: startHeldUp, last: () => orders.unlock() },
      { phase: 'before it records the end of the Job', first: startHeldUp, meanwhile: end },
    ];
    for (const { phase, first, meanwhile, last } of phases) {
      it(`a DatabaseBackup runs once for each time, also if its manager is killed ${phase}`, async () => {
        const before = await backups.suspend('orders');
        await first?.();
        await release.kill();
        await meanwhile?.();
        await release.scale(1);
        await last?.();
        await backups.reached('databasebackups', 'orders', ({ lastArchive }) => lastArchive !== before.lastArchive);
        const { consecutiveFailures } = await backups.suspend('orders');
        const times = (await backups.jobs('orders'))
          .filter(({ metadata }) => metadata.labels?.[taskLabel] === 'backup')
          .map(({ metadata }) => metadata.annotations?.[runAnnotation]);
        assert.deepEqual([consecutiveFailures, new Set(times).size], [0, times.length]);
      });
    }

    it('a DatabaseBackup leaves no half archive on a full volume, and succeeds once the volume is larger', async () => {
      await release.apply(...small.objects(namespace, 'small'));
      const storage = { claim: { name: 'small' } };
      await backups.backUp('full', 'orders', { schedule: everyFiveSeconds, databases: ['shop'], storage });
      const message = /the volume of the archives is full: enlarge its claim, or keep fewer archives/;
      assert.match(await backups.failure('full'), message);
      await small.enlarge();
      const { lastArchive } = await backups.reached(
        'databasebackups',
        'full',
        (status) => status.lastArchive !== undefined,
      );
      await backups.suspend('full');
      const archives = (await small.names('full')).filter((name) => name !== 'owner');
      assert.ok(archives.includes(lastArchive ?? ''));
      assert.ok(
        archives.every((name) => /^\d{8}T\d{6}Z$/.test(name)),
        String(archives),
      );
    });

    it('a DatabaseBackup into a bucket leaves no half archive if the object store is gone in the middle', async () => {
      await orders.lockOrders();
      const { storage } = store;
      await backups.backUp('bucket', 'orders', { schedule: everyFiveSeconds, databases: ['shop'], storage });
      await orders.dumpWaits();
      await store.kill();
      await orders.unlock();
      assert.match(
        await backups.failure('bucket'),
        /the object store does not answer: start it, or correct the endpoint/,
      );
      await store.start();
      await backups.reached('databasebackups', 'bucket', ({ lastArchive }) => lastArchive !== undefined);
      const { lastArchive } = await backups.suspend('bucket');
      const objects = await store.objects('bucket');
      assert.deepEqual(objects.slice(-3), [`${lastArchive}/manifest.json`, `${lastArchive}/shop.dump`, 'owner/name']);
      assert.equal(objects.filter((path) => path.endsWith('.json')).length, (objects.length - 1) / 2);
    });

    it('a DatabaseBackup reports a wrong password', async () => {
      await release.apply(passwordSecret(`${namespace}/wrong-password`, 'coffee'));
      await backups.backUp('wrong', 'orders', {
        schedule: everyFiveSeconds,
        database: { credentials: { name: 'wrong-password' } },
      });
      const message = /the server refused the account: correct the username and the password in the credentials Secret/;
      assert.match(await backups.failure('wrong'), message);
      await backups.suspend('wrong');
    });
  });
});
