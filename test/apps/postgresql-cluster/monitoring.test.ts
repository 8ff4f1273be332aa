// The exporter of a PostgreSQLCluster and the runbook of its alerts, on the embedded cluster.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { alerts } from '../../../apps/postgresql-cluster/alerts.ts';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import type { World } from '../../../lib/testing/index.ts';
import { clusterWorld, runningCluster } from './clusters.ts';
import { SimulatedPatroni } from './simulated-patroni.ts';

const containers = (world: World) =>
  world.list(k8s.KubePod).map(({ spec }) => spec?.containers.map(({ name }) => name).join());

/** Returns the files of the exporter. */
const files = (world: World) =>
  ['create-monitor', 'queries.yml'].filter((name) => world.get(k8s.KubeConfigMap, 'orders-patroni')?.data?.[name]);

describe('the monitoring of a PostgreSQLCluster', () => {
  it('each pod has an exporter, which is not the superuser at the socket, with a password of its own', async () => {
    await using world = await clusterWorld();
    const patroni = new SimulatedPatroni(world, 'orders');
    await patroni.settle();
    assert.deepEqual(containers(world), Array(3).fill('postgresql,exporter'));
    const users = world.get(k8s.KubePod, 'orders-0')?.spec?.containers.map((each) => each.securityContext?.runAsUser);
    assert.deepEqual(users, [undefined, 65_534]);
    assert.deepEqual(Object.keys(world.get(k8s.KubeSecret, 'orders-monitoring')?.data ?? {}), ['password']);
    assert.deepEqual(files(world), ['create-monitor', 'queries.yml']);
  });

  it('a rollout removes the exporters when the spec turns monitoring off', async () => {
    await using world = await clusterWorld();
    const patroni = new SimulatedPatroni(world, 'orders');
    await patroni.settle();
    await world.change(PostgreSQLCluster, 'orders', { spec: { monitoring: { enabled: false } } });
    await patroni.settle();
    assert.deepEqual(containers(world), Array(3).fill('postgresql'));
    assert.deepEqual(files(world), []);
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').MonitorFound, undefined);
    assert.equal(patroni.primaries.length, 2);
  });

  it('servers load pg_stat_statements beside the libraries of the spec, unless it turns monitoring off', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    const libraries = () => {
      const { config = '' } = world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations ?? {};
      return JSON.parse(config).postgresql.parameters.shared_preload_libraries;
    };
    assert.equal(libraries(), 'pg_stat_statements');
    const parameters = { shared_preload_libraries: 'auto_explain' };
    await world.change(PostgreSQLCluster, 'orders', { spec: { parameters } });
    await patroni.settle();
    assert.equal(libraries(), 'pg_stat_statements,auto_explain');
    await world.change(PostgreSQLCluster, 'orders', { spec: { monitoring: { enabled: false } } });
    await patroni.settle();
    assert.equal(libraries(), 'auto_explain');
  });

  it('a cluster without monitoring has no Secret of the exporter', async () => {
    await using world = await clusterWorld({ monitoring: { enabled: false } });
    assert.equal(world.get(k8s.KubeSecret, 'orders-monitoring'), undefined);
  });

  it('the runbook has one section for each alert', async () => {
    const runbook = await readFile(new URL('../../../apps/postgresql-cluster/runbook.md', import.meta.url), 'utf8');
    const sections = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    assert.deepEqual(sections, Object.keys(alerts));
  });
});
