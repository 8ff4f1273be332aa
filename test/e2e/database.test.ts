// The database operator as its users run it: with its own manifests, its own image, and servers with data.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster } from '../../lib/testing/index.ts';
import { database, databasesReady, uidsOf } from '../apps/databases.ts';
import { kubectl, patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { ClientPod } from './client-pod.ts';
import { DatabaseAdministrator, ownPassword } from './database-administrator.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { ManagerCopy } from './manager-copy.ts';
import { censusName, ObjectCensus } from './object-census.ts';
import { PodRoll } from './pod-roll.ts';
import { PrometheusServer } from './prometheus-server.ts';
import { passwordSecret, settingsMap } from './referenced-objects.ts';
import { growStorage } from './storage-growth.ts';

const program = fileURLToPath(new URL('../../apps/database/main.ts', import.meta.url));
const name = 'database-operator';
const namespace = 'production';

describe('the database operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let untouched: ObjectCensus;
  let release: InstalledRelease;
  let client: ClientPod;
  let hanging: ManagerCopy;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/database-operator:0.1.0'),
      workloadImage('postgresql'),
      workloadImage('mysql'),
      workloadImage('mongodb'),
      workloadImage('client'),
      workloadImage('prometheus'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await kubectl(cluster, ['create', 'namespace', namespace]);
    client = await ClientPod.in(cluster);
    untouched = await ObjectCensus.of(cluster);
    release = await InstalledRelease.on(cluster, { program, name });
    // Its liveness probe fails a minute later.
    hanging = await ManagerCopy.hanging(release);
  });

  after(() => cluster?.stop());

  const replacePod = async (pod: string) => await PodRoll.replace(cluster, { namespace, name: pod });
  const secret = (owner: string, password: string) => passwordSecret(`${namespace}/${owner}-password`, password);
  const settings = (work_mem: string) => settingsMap(`${namespace}/ledger-settings`, { work_mem });

  describe('runs in parallel', { concurrency: true }, () => {
    describe('the PostgreSQL sample', { concurrency: false }, () => {
      const key = `${namespace}/my-postgres`;
      const servers = [0, 1, 2];
      let passwords: readonly string[];
      let administrator: DatabaseAdministrator;

      const rows = () =>
        Promise.all(
          servers.map((server) => administrator.ask(server, passwords[server] ?? '', 'select what from orders;')),
        );

      it('the servers of a PostgreSQL Database answer SQL by their DNS names, each with its own password', async () => {
        administrator = new DatabaseAdministrator(client, key, 'postgresql');
        await release.applySamples();
        await databasesReady(release, key);
        passwords = await Promise.all(servers.map((server) => ownPassword(cluster, `${key}-${server}`)));
        assert.equal(new Set(passwords).size, 3);
        for (const server of servers) {
          const words = `create table orders (what text); insert into orders values ('tea for ${server}');`;
          await administrator.ask(server, passwords[server] ?? '', words);
        }
        await assert.rejects(administrator.ask(0, passwords[1] ?? '', 'select 1;'), /password authentication failed/);
      });

      it('a PostgreSQL Database keeps its rows and its pods while the volumes grow', async () => {
        await growStorage(release, key, '200Gi');
        assert.deepEqual(await rows(), ['tea for 0', 'tea for 1', 'tea for 2']);
      });

      it('a PostgreSQL Database keeps its rows when a pod is deleted after the growth', async () => {
        await replacePod('my-postgres-1');
        assert.deepEqual(await rows(), ['tea for 0', 'tea for 1', 'tea for 2']);
      });
    });

    describe('a Database with settings and a password of its users', { concurrency: false }, () => {
      const key = `${namespace}/ledger`;
      const selection = { namespace, labelSelector: 'database=ledger' };
      let administrator: DatabaseAdministrator;

      it('a Database has the settings of a ConfigMap and the password of a Secret', async () => {
        administrator = new DatabaseAdministrator(client, key, 'postgresql');
        await release.apply(
          settings('5MB'),
          secret('ledger', 'first'),
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

      it('a Database restarts its servers one by one when the settings change', async () => {
        await using roll = await PodRoll.of(cluster, selection);
        await release.apply(settings('6MB'));
        assert.equal(await roll.mostDown(), 1);
        for (const server of [0, 1, 2]) assert.equal(await administrator.ask(server, 'first', 'show work_mem;'), '6MB');
      });

      it('a Database restarts its servers one by one for a new password, which new servers get, too', async () => {
        await using roll = await PodRoll.of(cluster, selection);
        await release.apply(secret('ledger', 'second'));
        assert.equal(await roll.mostDown(), 1);
        await release.kubectl('scale', 'database', 'ledger', '-n', namespace, '--replicas=4');
        await databasesReady(release, key);
        assert.equal(await administrator.ask(3, 'second', 'show work_mem;'), '6MB');
        await assert.rejects(administrator.ask(3, 'first', 'select 1;'), /password authentication failed/);
      });
    });

    describe('a MySQL Database, which MariaDB serves', { concurrency: false }, () => {
      const key = `${namespace}/orders`;
      const orders = database(key, {
        engine: 'mysql',
        version: '8.4',
        replicas: 1,
        storage: '1Gi',
        passwordFrom: { name: 'orders-password' },
      });
      let administrator: DatabaseAdministrator;

      it('a MySQL Database answers SQL with the password of its Secret', async () => {
        administrator = new DatabaseAdministrator(client, key, 'mysql');
        await release.apply(secret('orders', 'coffee'), orders);
        await databasesReady(release, key);
        const words = "create database shop; create table shop.orders (what text); insert shop.orders values ('cake');";
        await administrator.ask(0, 'coffee', words);
        await assert.rejects(administrator.ask(0, 'tea', 'select 1'), /Access denied for user 'root'/);
      });

      it('a MySQL Database keeps its rows when its pod is deleted', async () => {
        await replacePod('orders-0');
        assert.equal(await administrator.ask(0, 'coffee', 'select what from shop.orders'), 'cake');
      });

      it('a deleted MySQL Database leaves its volume, and has its rows when it is created again', async () => {
        const claims = await uidsOf(release, 'persistentvolumeclaims', key);
        await release.kubectl('delete', 'database', 'orders', '-n', namespace, patience);
        await until('its pod is gone', async () => Object.keys(await uidsOf(release, 'pods', key)).length === 0);
        assert.deepEqual(await uidsOf(release, 'persistentvolumeclaims', key), claims);
        await release.apply(orders);
        await databasesReady(release, key);
        assert.equal(await administrator.ask(0, 'coffee', 'select what from shop.orders'), 'cake');
      });

      it('a MySQL Database keeps its rows and its pod while the volume grows', async () => {
        await growStorage(release, key, '2Gi');
        assert.equal(await administrator.ask(0, 'coffee', 'select what from shop.orders'), 'cake');
      });
    });

    describe('a MongoDB Database, which FerretDB serves', { concurrency: false }, () => {
      const key = `${namespace}/documents`;
      let administrator: DatabaseAdministrator;

      it('a MongoDB Database answers requests with the password of its Secret', async () => {
        administrator = new DatabaseAdministrator(client, key, 'mongodb');
        await release.apply(
          secret('documents', 'paper'),
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

      it('a MongoDB Database keeps its documents when its pod is deleted', async () => {
        await replacePod('documents-0');
        assert.equal(await administrator.ask(0, 'paper', 'print(client.shop.orders.find_one()["what"])'), 'pen');
      });

      it('a MongoDB Database keeps its documents and its pod while the volume grows', async () => {
        await growStorage(release, key, '2Gi');
        assert.equal(await administrator.ask(0, 'paper', 'print(client.shop.orders.find_one()["what"])'), 'pen');
      });
    });

    describe('its manager', { concurrency: true }, () => {
      it('the manager of the database operator is restarted when it hangs', async () => {
        await hanging.restarted();
      });

      it('the database operator serves metrics to a Prometheus by its ServiceMonitor', async () => {
        await using prometheus = await PrometheusServer.for(release, name);
        const query = 'sum(controller_runtime_reconcile_total{controller="database"})';
        await until('Prometheus has a series', async () =>
          (await prometheus.query(query)).some(({ value }) => Number(value[1])),
        );
        const targets = (await prometheus.query('up')).map(({ metric }) => metric.job);
        assert.deepEqual(targets, [`${name}-metrics`]);
      });
    });
  });

  it('the database operator leaves only volumes behind when it is uninstalled', async () => {
    const made = [`Secret ${release.namespace}/${name}-webhook-certificate`, `Lease ${release.namespace}/${name}`];
    const parts = [...(await release.objects()).map(censusName), ...made, 'APIService /v1.example.com'];
    const added = new Set(await untouched.added());
    assert.deepEqual(
      parts.filter((part) => !added.has(part)),
      [],
    );
    await release.kubectl('delete', 'databases', '--all', '-n', namespace, '--cascade=foreground', patience);
    await release.uninstall();
    await release.kubectl('delete', 'configmap/ledger-settings', '-n', namespace);
    for (const owner of ['ledger', 'orders', 'documents']) {
      await release.kubectl('delete', `secret/${owner}-password`, '-n', namespace);
    }
    const servers = { documents: 1, ledger: 4, 'my-postgres': 3, orders: 1 };
    const claims = Object.entries(servers).flatMap(([owner, count]) =>
      Array.from({ length: count }, (_, server) => `PersistentVolumeClaim ${namespace}/data-${owner}-${server}`),
    );
    const left = await untouched.restored(/^PersistentVolume(?:Claim)? /);
    assert.deepEqual(
      left.filter((object) => object.startsWith('PersistentVolumeClaim ')),
      claims,
    );
    assert.equal(left.length, 2 * claims.length);
  });
});
