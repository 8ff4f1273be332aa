// Upgrades of a PostgreSQLCluster to another major version on the embedded cluster, with simulated servers and Jobs.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { nextRecord, type Progress } from '../../../apps/postgresql-cluster/upgrade.ts';
import { PodScript, type World } from '../../../lib/testing/index.ts';
import { clusterWorld } from './clusters.ts';
import { SimulatedPatroni } from './simulated-patroni.ts';

/** A cluster with three servers, the last of which is the primary. */
class UpgradedCluster implements AsyncDisposable {
  readonly world: World;
  readonly patroni: SimulatedPatroni;

  private constructor(world: World) {
    [this.world, this.patroni] = [world, new SimulatedPatroni(world, 'orders')];
  }

  static async start(spec: object = {}): Promise<UpgradedCluster> {
    const cluster = new UpgradedCluster(await clusterWorld({ preferredPrimary: 2, ...spec }));
    await cluster.patroni.settle();
    return cluster;
  }

  /** Gives the pods of the Job a script. */
  script(script: PodScript): void {
    this.world.pods.script(({ labels }) => labels['postgres.example.com/cluster'] === 'orders.upgrade', script);
  }

  async version(version: string): Promise<void> {
    await this.world.change(PostgreSQLCluster, 'orders', { spec: { version } });
  }

  /** The condition of the major version: its status and its reason. */
  get condition(): string {
    const { Upgraded } = this.world.conditions(PostgreSQLCluster, 'orders');
    return `${Upgraded?.status} ${Upgraded?.reason}`;
  }

  /** The servers: their names with the tags of their images. */
  get servers(): readonly string[] {
    return this.world
      .list(k8s.KubePod)
      .filter(({ metadata }) => metadata.labels?.['postgres.example.com/cluster'] === 'orders')
      .map(({ metadata, spec }) => `${metadata.name} ${spec?.containers[0]?.image?.split(':')[1]}`);
  }

  get annotations(): Readonly<Record<string, string>> {
    return this.world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations ?? {};
  }

  /** The Events of upgrades, the oldest first. */
  get events(): readonly string[] {
    return this.world.events.map(({ reason }) => reason).filter((reason) => reason.includes('Upgrade'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }
}

const upgraded = PodScript.succeed({ afterMs: 1_000, terminationMessage: '77' });
const three = (version: string) => [0, 1, 2].map((ordinal) => `orders-${ordinal} ${version}`);

/** Returns the steps of an upgrade after a step and some facts; the same one while there is none to take. */
function stepAfter(step: 'stopping' | 'returning', facts: Partial<Progress>): string | undefined {
  const data = { version: '15.20', attempt: { to: '17.12', step } };
  const progress = {
    wanted: '17.12',
    isHibernated: false,
    isFenced: false,
    instances: 3,
    members: [],
    identifier: '1',
    data,
  };
  const next = nextRecord({ ...progress, isStopped: false, job: 'none', ...facts });
  return next === undefined ? step : next.attempt?.step;
}

describe('the data of a PostgreSQLCluster', () => {
  it('data belong to a Job only while the StatefulSet has no pods, and to servers only without a Job', () => {
    assert.equal(stepAfter('stopping', { isStopped: false }), 'stopping');
    assert.equal(stepAfter('stopping', { isStopped: true }), 'stopped');
    assert.equal(stepAfter('returning', { job: 'running' }), 'returning');
    assert.equal(stepAfter('returning', { job: 'none' }), 'restarting');
    assert.equal(stepAfter('returning', { job: { error: 'no space' } }), 'restarting');
  });
});

describe('an upgrade of a PostgreSQLCluster', () => {
  it('an upgrade gives the data to a Job when the first server has stopped last, and then to all servers', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    assert.equal(patroni.primaries.at(-1), 'orders-2');
    cluster.script(upgraded);
    const first = world.writes.length;
    await cluster.version('17.12');
    await patroni.settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('17.12'), 'True SameMajorVersion']);
    assert.equal(cluster.annotations.initialize, '77');
    assert.deepEqual(cluster.events, ['UpgradeStarted', 'DataUpgraded', 'UpgradeEnded']);
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.version, '17.12');
    assert.equal(world.get(k8s.KubeJob, 'orders-upgrade'), undefined);
    const writes = world.writes.slice(first);
    assert.ok(patroni.primaries.includes('orders-0'));
    assert.ok(!writes.some((write) => /^delete (PersistentVolumeClaim|StatefulSet)/.test(write)), writes.join('\n'));
  });

  it('an upgrade’s Job has the new version’s image and the first server’s volume, while no server runs', async () => {
    await using cluster = await UpgradedCluster.start();
    cluster.script(PodScript.ready());
    await cluster.version('17.12');
    await cluster.patroni.settle();
    const pod = cluster.world.get(k8s.KubeJob, 'orders-upgrade')?.spec?.template.spec;
    const { image, env } = pod?.containers[0] ?? {};
    assert.equal(image, 'example.com/postgresql-cluster:17.12');
    assert.deepEqual(
      env?.slice(0, 2).map(({ value }) => value),
      ['15', '17'],
    );
    assert.equal(pod?.volumes?.[0]?.persistentVolumeClaim?.claimName, 'data-orders-0');
    assert.deepEqual([cluster.servers, cluster.condition], [[], 'False DataUpgrade']);
    assert.equal(cluster.world.get(PostgreSQLCluster, 'orders')?.status?.phase, 'Upgrading');
  });

  it('a failed upgrade starts the servers on their old data, and is tried again for another version', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    cluster.script(PodScript.fail({ terminationMessage: 'pg_upgrade failed: reg* columns' }));
    await cluster.version('17.12');
    const settle = async () => {
      await patroni.settle();
      // The Job waits before it repeats a pod.
      await world.advance(60_000);
      await world.advance(60_000);
      await patroni.settle();
    };
    await settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('15.20'), 'False UpgradeFailed']);
    const { Upgraded } = world.conditions(PostgreSQLCluster, 'orders');
    assert.match(Upgraded?.message ?? '', /15\.20 runs on.*reg\* columns/);
    assert.equal(world.get(PostgreSQLCluster, 'orders')?.status?.phase, 'Running');
    assert.equal(cluster.annotations.initialize, '1');
    assert.ok(cluster.events.includes('UpgradeFailed'));
    await cluster.version('15.20');
    await patroni.settle();
    assert.equal(cluster.condition, 'True SameMajorVersion');
    // A refusal ends the Job at once.
    cluster.script(PodScript.succeed({ terminationMessage: 'the volume has 1 KiB left' }));
    await cluster.version('17.11');
    await patroni.settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('15.20'), 'False UpgradeFailed']);
    cluster.script(upgraded);
    await cluster.version('17.12');
    await settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('17.12'), 'True SameMajorVersion']);
  });

  it('an upgrade ends its Job when the version is set back, and starts the first server first', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    cluster.script(PodScript.ready());
    await cluster.version('17.12');
    await patroni.settle();
    await cluster.version('15.20');
    await world.settle();
    assert.equal(world.get(k8s.KubeJob, 'orders-upgrade'), undefined);
    assert.deepEqual([cluster.servers, cluster.condition], [['orders-0 15.20'], 'False ServersReturn']);
    await patroni.settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('15.20'), 'True SameMajorVersion']);
    assert.equal(cluster.annotations.initialize, '1');
  });

  it('an upgrade that is set back ends after the kubelet has rejected the pod of its Job', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    cluster.script(PodScript.ready());
    await cluster.version('17.12');
    await patroni.settle();
    const [pod] = world.list(k8s.KubePod).map(({ metadata }) => metadata.name);
    assert.match(pod ?? '', /^orders-upgrade-/);
    // The container has not started, and has no status.
    await world.changeStatus(k8s.KubePod, pod ?? '', { phase: 'Failed', containerStatuses: null });
    await cluster.version('15.20');
    await patroni.settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('15.20'), 'True SameMajorVersion']);
  });

  it('an upgrade whose pods the kubelet rejects has failed, and reports the kubelet’s message', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    cluster.script(PodScript.ready());
    await cluster.version('17.12');
    await patroni.settle();
    for (let attempt = 0; attempt < 3; attempt += 1) {
      for (const { metadata, status } of world.list(k8s.KubePod)) {
        if (!metadata.name.startsWith('orders-upgrade-') || status?.phase === 'Failed') continue;
        const rejection = { phase: 'Failed', message: 'Pod was rejected: no space', containerStatuses: null };
        await world.changeStatus(k8s.KubePod, metadata.name, rejection);
      }
      await world.advance(60_000);
    }
    await patroni.settle();
    assert.equal(cluster.condition, 'False UpgradeFailed');
    assert.match(world.conditions(PostgreSQLCluster, 'orders').Upgraded?.message ?? '', /Pod was rejected: no space/);
  });

  it('an upgrade ends as it does otherwise when the operator restarts at each step', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    cluster.script(upgraded);
    await cluster.version('17.12');
    for (let loop = 0; loop < 20; loop += 1) {
      world.restart();
      await patroni.loop();
      await world.advance(1_000);
    }
    assert.deepEqual([cluster.servers, cluster.condition], [three('17.12'), 'True SameMajorVersion']);
    assert.deepEqual(cluster.events, ['UpgradeStarted', 'DataUpgraded', 'UpgradeEnded']);
  });

  it('an upgrade waits for a primary, and for the end of a hibernation', async () => {
    await using cluster = await UpgradedCluster.start();
    const { world, patroni } = cluster;
    cluster.script(upgraded);
    await world.change(PostgreSQLCluster, 'orders', { spec: { hibernated: true } });
    await cluster.version('17.12');
    await patroni.settle();
    assert.equal(cluster.condition, 'False Hibernated');
    await world.change(PostgreSQLCluster, 'orders', { spec: { hibernated: false } });
    await world.settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('15.20'), 'False NoPrimary']);
    await patroni.settle();
    assert.deepEqual(cluster.servers, three('17.12'));
  });

  it('an upgrade waits until no server is fenced, and the other servers stay', async () => {
    await using cluster = await UpgradedCluster.start({ preferredPrimary: 1 });
    const { world, patroni } = cluster;
    await world.change(PostgreSQLCluster, 'orders', { spec: { fenced: [0] } });
    await patroni.settle();
    await cluster.version('17.12');
    await patroni.settle();
    assert.deepEqual([cluster.servers, cluster.condition], [three('15.20'), 'False Fenced']);
    await world.change(PostgreSQLCluster, 'orders', { spec: { fenced: [] } });
    await patroni.settle();
    cluster.script(upgraded);
    await patroni.settle();
    assert.deepEqual(cluster.servers, three('17.12'));
  });

  it('an upgrade that has succeeded has no way back', async () => {
    await using cluster = await UpgradedCluster.start();
    cluster.script(upgraded);
    await cluster.version('17.12');
    await cluster.patroni.settle();
    await assert.rejects(cluster.version('15.20'), /at least that of the data/);
  });
});
