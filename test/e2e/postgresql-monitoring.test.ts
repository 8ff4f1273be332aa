// The metrics of a PostgreSQLCluster in a real Prometheus on a real node: the dashboard's queries, and an alert.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { alerts } from '../../apps/postgresql-cluster/alerts.ts';
import { panels } from '../../apps/postgresql-cluster/dashboard.ts';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { applyMonitorDefinition } from './monitor-definition.ts';
import { ServedCluster } from './postgresql-cluster/served-cluster.ts';
import { PrometheusServer } from './prometheus-server.ts';

const program = fileURLToPath(new URL('../../apps/postgresql-cluster/main.ts', import.meta.url));

describe('the metrics of a PostgreSQLCluster in a Prometheus', { timeout: 20 * 60_000 }, () => {
  let cluster: Cluster;
  let orders: ServedCluster;
  let prometheus: PrometheusServer;

  const without = alerts.PostgreSQLWithoutPrimary?.expr ?? '';

  before(async () => {
    const images = await Promise.all([
      managerImage(program, release.image),
      workloadImage('postgresqlCluster'),
      workloadImage('prometheus'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    await applyMonitorDefinition(cluster, 'podmonitors');
    const installed = await InstalledRelease.on(cluster, { program, name: 'postgresql-cluster-operator' });
    orders = await ServedCluster.create(installed, 'orders', {
      version: '15.20',
      instances: 2,
      storage: { size: '1Gi' },
      parameters: { log_min_duration_statement: '1s' },
    });
    prometheus = await PrometheusServer.forPods(cluster);
  });

  after(async () => await cluster?.stop());

  it('the metrics of a PostgreSQLCluster show each server, by the exporter and by Patroni', async () => {
    await until('both exporters are connected', async () => (await prometheus.query('pg_up == 1')).length === 2);
    await until(
      'a replica streams',
      async () => (await prometheus.query('patroni_postgres_streaming == 1')).length > 0,
    );
  });

  for (const { title, queries } of panels) {
    it(`the metrics of a PostgreSQLCluster fill the panel "${title}" of the dashboard`, async () => {
      for (const query of Object.values(queries)) {
        const chosen = query.replaceAll('$namespace', 'default').replaceAll('$cluster', orders.name);
        await until(chosen, async () => (await prometheus.query(chosen)).length > 0);
      }
    });
  }

  it('the metrics of a PostgreSQLCluster have the time of a slow statement, by its id in the log', async () => {
    const address = { namespace: 'default', name: await orders.leader() };
    const query = async (database: string, sql: string) => {
      const command = ['psql', '--username=postgres', `--dbname=${database}`, '-Atc', sql];
      const { stdout, stderr, exitCode } = await cluster.exec(address, command);
      assert.equal(exitCode, 0, stderr);
      return stdout.trim();
    };
    await query('app', 'SELECT pg_sleep(1.5)');
    const id = await query('postgres', "SELECT queryid FROM pg_stat_statements WHERE query = 'SELECT pg_sleep($1)'");
    const slow = `pg_stat_statements_seconds_total{pod="${address.name}",datname="app",queryid="${id}"} > 1.5`;
    await until(slow, async () => (await prometheus.query(slow)).length === 1);
    const lines = (await cluster.logs(address)).split('\n').filter((line) => line.includes(` postgres@app ${id} `));
    assert.match(lines.join('\n'), /LOG: {2}duration: \d+\.\d+ ms {2}statement: SELECT pg_sleep/);
  });

  it('the metrics of a healthy PostgreSQLCluster raise no alert, and those without a primary raise one', async () => {
    for (const { expr } of Object.values(alerts)) assert.deepEqual(await prometheus.query(expr), []);
    await orders.patch({ hibernated: true });
    await until('the alert', async () => (await prometheus.query(without)).length === 1);
  });
});
