import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ClusterRestoredError, EtcdRestoreGuard } from '../../lib/runtime/etcd-restore-guard.ts';
import { LeaderElection } from '../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../lib/runtime/lease/index.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { ManualClock } from '../../lib/testing/manual-clock.ts';
import { lease } from './leader-election/candidate.ts';
import { ObservedCluster } from './observed-cluster.ts';

describe('EtcdRestoreGuard', () => {
  let stop: AbortController;

  beforeEach(() => {
    stop = new AbortController();
  });

  it('EtcdRestoreGuard ends at the first reported version that went back, with an error that explains it', async () => {
    const guard = new EtcdRestoreGuard();
    const run = guard.run(stop.signal);
    guard.report('Lease system/memcached-operator', '90', '70');
    guard.report('ConfigMap.v1', '95', '71');
    await assert.rejects(run, (error: unknown) => {
      assert.ok(error instanceof ClusterRestoredError);
      assert.match(error.message, /^the resource versions of Lease system\/memcached-operator went back from 90 to 70/);
      return true;
    });
  });

  it('EtcdRestoreGuard ends without an error when its signal aborts', async () => {
    const run = new EtcdRestoreGuard().run(stop.signal);
    stop.abort();
    await run;
  });

  it('a leader election reports a Lease with an older version to the EtcdRestoreGuard', async () => {
    const guard = new EtcdRestoreGuard();
    const clock = new ManualClock();
    const server = await ObservedCluster.start({ namespaces: [lease.namespace] });
    const onRegression = (seen: string, shown: string) => guard.report('Lease', seen, shown);
    const events = { record() {} };
    const metrics = { leadershipBegan() {}, leadershipEnded() {} };
    const ports = { client: server.client(), clock, events, metrics, logger: silentLogger };
    const election = new LeaderElection({ lease, identity: 'one_1', onRegression }, ports);
    const elected = election.run(stop.signal);
    await clock.advance(10_000);
    const [held] = server.objects(leaseKind);
    const later = server.objects(leaseKind)[0]?.metadata.resourceVersion;
    assert.ok(held !== undefined && Number(later) > 3);
    const restored = await ObservedCluster.start({ namespaces: [lease.namespace] });
    const { metadata } = await restored.put(leaseKind, { ...held, metadata: { ...lease } });
    Object.assign(ports.client, restored.client());
    const run = guard.run(stop.signal);
    const ended = assert.rejects(run, new RegExp(`went back from ${later} to ${metadata.resourceVersion},`));
    await clock.advance(4_000);
    await ended;
    stop.abort();
    await elected;
  });
});
