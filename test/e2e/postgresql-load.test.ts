// A HorizontalPodAutoscaler of a PostgreSQLCluster on a real node, with the metric of the cluster's exporters, while
// clients read and write.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { release } from '../../apps/postgresql-cluster/release.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until, untilPassed } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { servePodMetrics } from './pod-metrics-server.ts';
import { AcknowledgedRows } from './postgresql-cluster/acknowledged-rows.ts';
import { BusySessions } from './postgresql-cluster/busy-sessions.ts';
import { ServedCluster } from './postgresql-cluster/served-cluster.ts';

const program = fileURLToPath(new URL('../../apps/postgresql-cluster/main.ts', import.meta.url));
const autoscaler = fileURLToPath(new URL('../../apps/postgresql-cluster/autoscaler.yaml', import.meta.url));

describe('an autoscaler of a PostgreSQLCluster of two servers', { timeout: 20 * 60_000 }, () => {
  let cluster: Cluster;
  let installed: InstalledRelease;
  let orders: ServedCluster;
  let rows: AcknowledgedRows;
  let sessions: BusySessions;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, release.image),
      workloadImage('postgresqlCluster'),
      workloadImage('node'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    installed = await InstalledRelease.on(cluster, { program, name: 'postgresql-cluster-operator' });
    await servePodMetrics(cluster);
    const storage = { size: '1Gi' };
    orders = await ServedCluster.create(installed, 'orders', { version: '15.20', instances: 2, storage });
    rows = await AcknowledgedRows.start(cluster, orders.connection);
    await installed.kubectl('apply', '-f', autoscaler);
  });

  after(async () => await cluster?.stop());

  /** Resolves when the spec has a number of servers, and they are as it. */
  const scaled = async (instances: number) => {
    await until(`the autoscaler asks for ${instances} servers`, async () => {
      const resource = await installed.get('postgresqlcluster', 'orders');
      return (resource?.spec as { instances?: number } | undefined)?.instances === instances;
    });
    await orders.settled();
  };

  it('an autoscaler adds a replica that streams and takes reads for too many active sessions', async (test) => {
    const begin = systemClock.monotonic();
    // At most eight each: three servers.
    sessions = await BusySessions.start(cluster, { secret: orders.connection, host: 'orders-ro', count: 20 });
    await scaled(3);
    test.diagnostic(`a third server streams ${Math.round(systemClock.monotonic() - begin)} ms after the load`);
    const { podIP } = (await orders.pod('orders-2')).status as { podIP: string };
    await until('a session is on the new replica', async () => (await sessions.server()) === podIP);
  });

  it('an autoscaler removes the primary’s server after a hand-over, and loses no acknowledged row', async (test) => {
    const first = await rows.last();
    const former = await orders.leader();
    await orders.patch({ preferredPrimary: 2 });
    await orders.followed(former);
    await orders.patch({ preferredPrimary: null });
    await orders.settled();
    assert.equal(await orders.leader(), 'orders-2');
    await sessions.stop();
    // Without this, it waits for five minutes without load.
    const behavior = { scaleDown: { stabilizationWindowSeconds: 0 } };
    await installed.kubectl('patch', 'hpa', 'orders', '-p', JSON.stringify({ spec: { behavior } }));
    await scaled(2);
    await rows.flow();
    const { lost, acknowledged, outageMs } = await rows.since(first);
    test.diagnostic(`${outageMs} ms without a commit, ${acknowledged} rows acknowledged`);
    assert.deepEqual(lost, []);
    assert.notEqual(await orders.leader(), 'orders-2');
  });

  it('an autoscaler scales for the metric of the exporters, by the scale subresource', async () => {
    await untilPassed(async () => {
      const events = await installed.list('events', 'default');
      const rescales = events.filter(({ reason }) => reason === 'SuccessfulRescale').map(({ message }) => message);
      assert.deepEqual(rescales.toSorted(), [
        'New size: 2; reason: All metrics below target',
        'New size: 3; reason: pods metric pg_stat_activity_count above target',
      ]);
    });
    const writes = (await cluster.auditEvents()).filter(
      ({ user, verb, objectRef, responseStatus }) =>
        user.username === 'system:serviceaccount:kube-system:horizontal-pod-autoscaler' &&
        verb === 'update' &&
        objectRef?.resource === 'postgresqlclusters' &&
        responseStatus?.code === 200,
    );
    assert.deepEqual(
      writes.map(({ objectRef }) => objectRef?.subresource),
      ['scale', 'scale'],
    );
  });
});
