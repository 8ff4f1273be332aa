// A manager hangs. Then a node is lost, with the leader and with a replica that serves webhooks.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conditionsOf, type StoredObject } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { hasEnded, processIdentity } from '../../lib/testing/supervisor/process-identity.ts';
import { database } from '../apps/databases.ts';
import { kubectl } from '../kubectl.ts';
import { until } from '../until.ts';
import { DatabaseTraffic } from './database-traffic.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { MemcachedServers } from './memcached-servers.ts';
import { managerProcess } from './pod-process.ts';
import { podRestarted } from './restarted-pod.ts';

const program = fileURLToPath(new URL('programs/memcached-pair/main.ts', import.meta.url));
const programWithWebhooks = fileURLToPath(new URL('programs/database-pair/first.ts', import.meta.url));

describe('operators with a standby on three nodes', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;
  let releaseWithWebhooks: InstalledRelease;
  let servers: MemcachedServers;
  let traffic: DatabaseTraffic | undefined;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/memcached-operator:0.1.0'),
      managerImage(programWithWebhooks, 'example.com/operators/database-operator:0.1.0'),
      workloadImage('memcached'),
    ]);
    cluster = await Cluster.start({ nodes: 3, images, podSecurity: 'restricted' });
    // After the loss of either remaining node, one replica of each pair is left.
    await kubectl(cluster, ['cordon', 'node-3']);
    [release, releaseWithWebhooks] = await Promise.all([
      InstalledRelease.on(cluster, { program, name: 'memcached-operator' }),
      InstalledRelease.on(cluster, { program: programWithWebhooks, name: 'database-operator' }),
    ]);
    await kubectl(cluster, ['uncordon', 'node-3']);
    servers = new MemcachedServers(release, 'memcached-small');
  });

  after(async () => {
    await traffic?.stop();
    await cluster?.stop();
  });

  /** Returns the name of the leader's pod. */
  async function leader(): Promise<string> {
    const lease = await release.get('lease', 'memcached-operator', release.namespace);
    const { holderIdentity = '' } = (lease?.spec ?? {}) as { holderIdentity?: string };
    return holderIdentity.split('_')[0] ?? '';
  }

  async function managerPod(name: string): Promise<StoredObject> {
    const pod = await release.get('pod', name, release.namespace);
    assert.ok(pod);
    return pod;
  }

  it('operators with a standby have their replicas on two nodes', async () => {
    for (const each of [release, releaseWithWebhooks]) {
      assert.deepEqual((await each.pods()).map(nodeOf).toSorted(), ['node-1', 'node-2']);
    }
  });

  it('a standby leads when the leader hangs, and the killed leader is the new standby', async () => {
    await release.applySamples();
    await servers.settled(1);
    const hanging = await leader();
    const pid = managerProcess(await managerPod(hanging));
    const identity = processIdentity(pid);
    process.kill(pid, 'SIGSTOP');
    await servers.resize(2);
    await servers.settled(2);
    const next = await leader();
    assert.notEqual(next, hanging);
    // The kubelet may have killed it first, since it answers no probe.
    if (!hasEnded(identity)) process.kill(pid, 'SIGKILL');
    await podRestarted(release, hanging);
    await servers.resize(3);
    await servers.settled(3);
    assert.equal(await leader(), next);
  });

  it('a standby leads when the node of the leader is lost, and loses no change', async () => {
    // The server has no image: the webhooks concern the Database only.
    await releaseWithWebhooks.apply(database('default/orders', { version: '14.5', replicas: 1 }));
    traffic = await DatabaseTraffic.start(cluster, 'orders');
    await traffic.succeeds();
    assert.deepEqual([...traffic.wrongAnswers, ...traffic.failures], []);
    const lost = await leader();
    const nodeName = nodeOf(await managerPod(lost));
    assert.match(nodeName, /^node-[12]$/);
    await cluster.node(Number(nodeName.at(-1))).kill();
    await servers.resize(4);
    await until('the standby leads', async () => ![lost, ''].includes(await leader()));
    const resized = async () => {
      const deployment = await release.get('deployment', 'memcached-small');
      return (deployment?.spec as { replicas?: number } | undefined)?.replicas === 4;
    };
    await until('the operator has applied the changes', resized);
    // Servers of the lost node are created on other nodes, once the node counts as lost; the old ones aren't Ready.
    await until('four servers on other nodes are Ready, and in the status', async () => {
      const pods = await release.list('pods', 'default', 'memcached_cr=memcached-small');
      const ready = pods.filter((pod) => {
        const isReady = conditionsOf(pod.status).some(({ type, status }) => type === 'Ready' && status === 'True');
        return isReady && nodeOf(pod) !== nodeName;
      });
      const memcached = await release.get('memcacheds.cache.example.com', 'memcached-small');
      const { nodes = [] } = (memcached?.status ?? {}) as { nodes?: readonly string[] };
      return ready.length === 4 && ready.every(({ metadata }) => nodes.includes(metadata.name));
    });
  });

  it('webhooks answer again after the loss of a node, and have given no wrong response', async () => {
    await traffic?.succeeds();
    await traffic?.stop();
    assert.deepEqual(traffic?.wrongAnswers, []);
  });
});

function nodeOf({ spec }: StoredObject): string {
  return (spec as { nodeName?: string }).nodeName ?? '';
}
