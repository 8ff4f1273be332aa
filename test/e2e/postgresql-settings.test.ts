// Settings of a PostgreSQLCluster that its servers must not have in any order, on a real node.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { AcknowledgedRows } from './postgresql-cluster/acknowledged-rows.ts';
import { ServedCluster } from './postgresql-cluster/served-cluster.ts';

const program = fileURLToPath(new URL('../../apps/postgresql-cluster/main.ts', import.meta.url));
const namespace = 'default';

/** Returns the resources of servers with a limit of memory. */
const memory = (limit: string) => ({ requests: { memory: '128Mi' }, limits: { memory: limit } });

describe('the settings of a PostgreSQLCluster', { timeout: 20 * 60_000 }, () => {
  let cluster: Cluster;
  let orders: ServedCluster;
  let rows: AcknowledgedRows;

  before(async () => {
    const images = await Promise.all([managerImage(program, release.image), workloadImage('postgresqlCluster')]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    const installed = await InstalledRelease.on(cluster, { program, name: 'postgresql-cluster-operator' });
    orders = await ServedCluster.create(installed, 'orders', {
      version: '15.20',
      instances: 2,
      storage: { size: '1Gi' },
      parameters: { max_connections: '60' },
      resources: memory('512Mi'),
    });
    rows = await AcknowledgedRows.start(cluster, orders.connection);
  });

  after(async () => await cluster?.stop());

  /** Returns a setting of a server; empty while it doesn't run. */
  const settingOf = async (name: string, setting: string) => {
    const words = ['psql', '-h', '/run/postgresql', '-U', 'postgres', '-Atc', `SHOW ${setting}`];
    return (await cluster.exec({ namespace, name }, words)).stdout.trim();
  };

  /** Resolves when all servers have a value of a setting. */
  const reached = async (setting: string, value: string) => {
    await until(`all servers have ${setting} = ${value}`, async () => {
      const values = await Promise.all(['orders-0', 'orders-1'].map(async (name) => await settingOf(name, setting)));
      return values.every((each) => each === value);
    });
    await orders.settled();
  };

  /** Changes max_connections; resolves when all servers have it. */
  const changeTo = async (value: string) => {
    await orders.patch({ parameters: { max_connections: value } });
    await reached('max_connections', value);
  };

  it('a PostgreSQLCluster keeps its primary and all acknowledged rows with a lower max_connections', async (test) => {
    const primary = await orders.leader();
    const before = await rows.last();
    await changeTo('40');
    await rows.flow();
    const { lost, outageMs } = await rows.since(before);
    test.diagnostic(`${outageMs} ms without a commit`);
    assert.deepEqual([await orders.leader(), lost], [primary, []]);
  });

  it('a PostgreSQLCluster keeps all acknowledged rows with a higher max_connections', async (test) => {
    const before = await rows.last();
    await changeTo('80');
    await rows.flow();
    const { lost, outageMs } = await rows.since(before);
    test.diagnostic(`${outageMs} ms without a commit`);
    assert.deepEqual(lost, []);
  });

  it('a PostgreSQLCluster hands over for a higher limit of memory, and loses no acknowledged row', async (test) => {
    const primary = await orders.leader();
    const before = await rows.last();
    await orders.patch({ resources: memory('1Gi') });
    await reached('shared_buffers', '256MB');
    await rows.flow();
    const { lost, outageMs } = await rows.since(before);
    test.diagnostic(`${outageMs} ms without a commit`);
    assert.deepEqual(lost, []);
    assert.notEqual(await orders.leader(), primary);
    const limits = (await orders.pods()).map(
      ({ spec }) => (spec as { containers: readonly { resources: object }[] }).containers[0]?.resources,
    );
    assert.deepEqual(limits, [memory('1Gi'), memory('1Gi')]);
  });
});
