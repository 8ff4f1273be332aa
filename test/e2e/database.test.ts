// The database operator as its users run it: its own manifests, its own image, and servers that keep what they are told.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster } from '../../lib/testing/index.ts';
import { condition, database, databasesReady, getDatabase, uidsOf } from '../apps/databases.ts';
import { until } from '../until.ts';
import { ClientPod } from './client-pod.ts';
import { DatabaseAdministrator } from './database-administrator.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { objectCensus } from './object-census.ts';
import { PodRoll } from './pod-roll.ts';

const program = fileURLToPath(new URL('../../apps/database/main.ts', import.meta.url));
const name = 'database-operator';
const namespace = 'production';

describe('the database operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let untouched: readonly string[];
  let release: InstalledRelease;
  let client: ClientPod;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/database-operator:0.1.0'),
      workloadImage('postgresql'),
      workloadImage('mysql'),
      workloadImage('mongodb'),
      workloadImage('client'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await cluster.kubectl(['create', 'namespace', namespace]);
    client = await ClientPod.in(cluster);
    untouched = await objectCensus(cluster);
    release = await InstalledRelease.on(cluster, { program, name });
  });

  after(() => cluster?.stop());

  /** Deletes a pod, and waits for the one that takes its place. */
  async function replacePod(pod: string): Promise<void> {
    await using roll = await PodRoll.of(cluster, { namespace, fieldSelector: `metadata.name=${pod}` });
    await release.kubectl('delete', 'pod', pod, '-n', namespace, '--wait=false');
    await roll.mostDown();
  }

  /** The password that a server has made. */
  async function passwordIn(pod: string): Promise<string> {
    const { stdout } = await cluster.exec({ namespace, name: pod }, ['cat', '/run/database/password']);
    return stdout.trim();
  }

  /** The objects that a Database refers to. */
  const secret = (secretName: string, password: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace, name: secretName },
    stringData: { password },
  });
  const settings = (data: Readonly<Record<string, string>>) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name: 'ledger-settings' },
    data,
  });

  describe('runs Databases side by side:', { concurrency: true }, () => {
    describe('the sample, of PostgreSQL,', { concurrency: false }, () => {
      const key = `${namespace}/my-postgres`;
      const servers = [0, 1, 2];
      let passwords: readonly string[];
      let administrator: DatabaseAdministrator;

      const rows = () =>
        Promise.all(
          servers.map((server) => administrator.ask(server, passwords[server] ?? '', 'select what from orders;')),
        );

      it('has servers that answer SQL by their names, each with a password that it made', async () => {
        administrator = new DatabaseAdministrator(client, key, 'postgresql');
        await release.applySamples();
        await databasesReady(release, key);
        passwords = await Promise.all(servers.map((server) => passwordIn(`my-postgres-${server}`)));
        assert.equal(new Set(passwords).size, 3);
        for (const server of servers) {
          const words = `create table orders (what text); insert into orders values ('tea for ${server}');`;
          await administrator.ask(server, passwords[server] ?? '', words);
        }
        await assert.rejects(administrator.ask(0, passwords[1] ?? '', 'select 1;'), /password authentication failed/);
      });

      it('keeps its rows, and its pods, while the volumes grow', async () => {
        const before = await Promise.all([
          uidsOf(release, 'pods', key),
          uidsOf(release, 'persistentvolumeclaims', key),
        ]);
        const former = await release.get('statefulset', 'my-postgres', namespace);
        const patch = JSON.stringify({ spec: { storage: '200Gi' } });
        await release.kubectl('patch', 'database', 'my-postgres', '-n', namespace, '--type=merge', '-p', patch);
        await until('the volumes have grown', async () => {
          const { message } = condition((await getDatabase(release, key))?.status, 'StorageReady') ?? {};
          return message === '3 of 3 volumes of 200Gi are bound';
        });
        const claims = await release.list('persistentvolumeclaims', namespace, 'database=my-postgres');
        assert.deepEqual(
          claims.map(({ status }) => (status as { capacity: { storage: string } }).capacity.storage),
          ['200Gi', '200Gi', '200Gi'],
        );
        await databasesReady(release, key);
        const now = await Promise.all([uidsOf(release, 'pods', key), uidsOf(release, 'persistentvolumeclaims', key)]);
        assert.deepEqual(now, before);
        const recreated = await release.get('statefulset', 'my-postgres', namespace);
        assert.notEqual(recreated?.metadata.uid, former?.metadata.uid);
        assert.deepEqual(await rows(), ['tea for 0', 'tea for 1', 'tea for 2']);
      });

      it('keeps its rows when a pod is deleted after that', async () => {
        await replacePod('my-postgres-1');
        assert.deepEqual(await rows(), ['tea for 0', 'tea for 1', 'tea for 2']);
      });
    });

    describe('one with settings and a password of its users,', { concurrency: false }, () => {
      const key = `${namespace}/ledger`;
      const selection = { namespace, labelSelector: 'database=ledger' };
      let administrator: DatabaseAdministrator;

      it('has both', async () => {
        administrator = new DatabaseAdministrator(client, key, 'postgresql');
        await release.apply(
          settings({ work_mem: '5MB' }),
          secret('ledger-password', 'first'),
          database(key, {
            version: '14.5',
            replicas: 3,
            storage: '1Gi',
            configFrom: { name: 'ledger-settings' },
            passwordFrom: { name: 'ledger-password' },
          }),
        );
        await databasesReady(release, key);
        assert.equal(await administrator.ask(0, 'first', 'show work_mem;'), '5MB');
        await assert.rejects(administrator.ask(1, 'second', 'select 1;'), /password authentication failed/);
      });

      it('restarts its servers one by one when the settings change', async () => {
        await using roll = await PodRoll.of(cluster, selection);
        await release.apply(settings({ work_mem: '6MB' }));
        assert.equal(await roll.mostDown(), 1);
        for (const server of [0, 1, 2]) assert.equal(await administrator.ask(server, 'first', 'show work_mem;'), '6MB');
      });

      it('restarts its servers one by one when the password changes, which administrators of new ones have', async () => {
        await using roll = await PodRoll.of(cluster, selection);
        await release.apply(secret('ledger-password', 'second'));
        assert.equal(await roll.mostDown(), 1);
        await release.kubectl('scale', 'database', 'ledger', '-n', namespace, '--replicas=4');
        await databasesReady(release, key);
        assert.equal(await administrator.ask(3, 'second', 'show work_mem;'), '6MB');
        await assert.rejects(administrator.ask(3, 'first', 'select 1;'), /password authentication failed/);
      });
    });

    describe('one of MySQL, which is MariaDB here,', { concurrency: false }, () => {
      const key = `${namespace}/orders`;
      const orders = database(key, {
        engine: 'mysql',
        version: '8.4',
        replicas: 1,
        storage: '1Gi',
        passwordFrom: { name: 'orders-password' },
      });
      let administrator: DatabaseAdministrator;

      it('answers SQL to whoever has the password of its Secret', async () => {
        administrator = new DatabaseAdministrator(client, key, 'mysql');
        await release.apply(secret('orders-password', 'coffee'), orders);
        await databasesReady(release, key);
        const words = "create database shop; create table shop.orders (what text); insert shop.orders values ('cake');";
        await administrator.ask(0, 'coffee', words);
        await assert.rejects(administrator.ask(0, 'tea', 'select 1'), /Access denied for user 'root'/);
      });

      it('keeps its rows when its pod is deleted', async () => {
        await replacePod('orders-0');
        assert.equal(await administrator.ask(0, 'coffee', 'select what from shop.orders'), 'cake');
      });

      it('leaves its volume when it is deleted, and has its rows when it is there again', async () => {
        const claims = await uidsOf(release, 'persistentvolumeclaims', key);
        await release.kubectl('delete', 'database', 'orders', '-n', namespace, '--timeout=120s');
        await until('its pod is gone', async () => Object.keys(await uidsOf(release, 'pods', key)).length === 0);
        assert.deepEqual(await uidsOf(release, 'persistentvolumeclaims', key), claims);
        await release.apply(orders);
        await databasesReady(release, key);
        assert.equal(await administrator.ask(0, 'coffee', 'select what from shop.orders'), 'cake');
      });
    });

    describe('one of MongoDB, which is FerretDB here and speaks the protocol,', { concurrency: false }, () => {
      const key = `${namespace}/documents`;
      let administrator: DatabaseAdministrator;

      it('answers whoever has the password of its Secret', async () => {
        administrator = new DatabaseAdministrator(client, key, 'mongodb');
        await release.apply(
          secret('documents-password', 'paper'),
          database(key, {
            engine: 'mongodb',
            version: '7.0',
            replicas: 1,
            storage: '1Gi',
            passwordFrom: { name: 'documents-password' },
          }),
        );
        await databasesReady(release, key);
        await administrator.ask(0, 'paper', 'client.shop.orders.insert_one({"what": "pen"})');
        await assert.rejects(administrator.ask(0, 'stone', 'client.shop.orders.find_one()'), /Authentication failed/);
      });

      it('keeps its documents when its pod is deleted', async () => {
        await replacePod('documents-0');
        assert.equal(await administrator.ask(0, 'paper', 'print(client.shop.orders.find_one()["what"])'), 'pen');
      });
    });
  });

  it('leaves nothing behind but volumes when it is uninstalled', async () => {
    await release.kubectl('delete', 'databases', '--all', '-n', namespace, '--timeout=120s');
    await release.uninstall();
    await release.kubectl('delete', 'configmap/ledger-settings', '-n', namespace);
    for (const owner of ['ledger', 'orders', 'documents']) {
      await release.kubectl('delete', `secret/${owner}-password`, '-n', namespace);
    }
    const servers = { documents: 1, ledger: 4, 'my-postgres': 3, orders: 1 };
    const claims = Object.entries(servers).flatMap(([owner, count]) =>
      Array.from({ length: count }, (_, server) => `PersistentVolumeClaim ${namespace}/data-${owner}-${server}`),
    );
    let left: readonly string[] = [];
    await until('all else is as before', async () => {
      left = (await objectCensus(cluster)).filter((object) => !untouched.includes(object));
      return left.every((object) => /^PersistentVolume(?:Claim)? /.test(object));
    }).catch((error: unknown) => assert.fail(`${String(error)}: ${left.join(', ')}`));
    assert.deepEqual(
      left.filter((object) => object.startsWith('PersistentVolumeClaim ')),
      claims,
    );
    assert.equal(left.length, 2 * claims.length);
  });
});
