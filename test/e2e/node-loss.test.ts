// A node goes, and with it the manager that leads.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conditionsOf } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { MemcachedServers } from './memcached-servers.ts';

const program = fileURLToPath(new URL('programs/memcached-pair/main.ts', import.meta.url));

describe('an operator with a standby on three nodes', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;
  let servers: MemcachedServers;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/memcached-operator:0.1.0'),
      workloadImage('memcached'),
    ]);
    cluster = await Cluster.start({ nodes: 3, images, podSecurity: 'restricted' });
    release = await InstalledRelease.on(cluster, { program, name: 'memcached-operator' });
    servers = new MemcachedServers(release, 'memcached-small');
  });

  after(() => cluster?.stop());

  /** Name of the pod that leads. */
  async function leader(): Promise<string> {
    const lease = await release.get('lease', 'memcached-operator', release.namespace);
    const { holderIdentity = '' } = (lease?.spec ?? {}) as { holderIdentity?: string };
    return holderIdentity.split('_')[0] ?? '';
  }

  it('has its replicas on two of them', async () => {
    const nodes = (await release.pods()).map(({ spec }) => (spec as { nodeName: string }).nodeName);
    assert.equal(new Set(nodes).size, 2);
  });

  it('goes on by the standby when the node of the leader is lost, and loses nothing', async () => {
    await release.applySamples();
    await servers.resize(3);
    await servers.settled(3);
    const lost = await leader();
    const pod = await release.get('pod', lost, release.namespace);
    const { nodeName } = (pod?.spec ?? {}) as { nodeName?: string };
    assert.match(String(nodeName), /^node-[123]$/);
    await cluster.node(Number(nodeName?.at(-1))).kill();
    await servers.resize(4);
    await until('the standby leads', async () => ![lost, ''].includes(await leader()));
    const resized = async () => {
      const deployment = await release.get('deployment', 'memcached-small');
      return (deployment?.spec as { replicas?: number } | undefined)?.replicas === 4;
    };
    await until('what was asked for meanwhile is done', resized);
    // Servers of the lost node are made anew on the others, once it is taken for lost; what is left there isn't Ready.
    await until('four servers on other nodes are Ready, and named', async () => {
      const pods = await release.list('pods', 'default', 'memcached_cr=memcached-small');
      const ready = pods.filter(({ spec, status }) => {
        const isElsewhere = (spec as { nodeName?: string }).nodeName !== nodeName;
        return isElsewhere && conditionsOf(status).some(({ type, status }) => type === 'Ready' && status === 'True');
      });
      const memcached = await release.get('memcacheds.cache.example.com', 'memcached-small');
      const { nodes = [] } = (memcached?.status ?? {}) as { nodes?: readonly string[] };
      return ready.length === 4 && ready.every(({ metadata }) => nodes.includes(metadata.name));
    });
  });
});
