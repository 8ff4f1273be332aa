// Webhooks through the Service, with the operator's own certificates, and the roll from one release to the next.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { DatabaseTraffic } from './database-traffic.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';

const name = 'database-operator';
const [first, next] = ['first', 'next'].map((release) =>
  fileURLToPath(new URL(`programs/database-pair/${release}.ts`, import.meta.url)),
) as [string, string];
const imageOf = (version: string) => `example.com/operators/database-operator:${version}`;

describe('the webhooks of an operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;

  before(async () => {
    const images = await Promise.all([
      managerImage(first, imageOf('0.1.0')),
      managerImage(next, imageOf('0.1.1')),
      workloadImage('postgresql'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    release = await InstalledRelease.on(cluster, { program: first, name });
  });

  after(() => cluster?.stop());

  function database(version: string, spec: object): KubernetesObject {
    const metadata = { namespace: 'default', name: 'orders' };
    return { apiVersion: `example.com/${version}`, kind: 'Database', metadata, spec };
  }

  async function spec(version: string): Promise<StoredObject['spec']> {
    return (await release.get(`databases.${version}.example.com`, 'orders'))?.spec;
  }

  async function patch(change: object, version = 'v1'): Promise<string> {
    const body = JSON.stringify({ spec: change });
    return await release.kubectl('patch', `databases.${version}.example.com`, 'orders', '--type=merge', '-p', body);
  }

  async function serverUids(): Promise<readonly string[]> {
    const pods = await release.list('pods', 'default', 'database=orders');
    return pods.map(({ metadata }) => metadata.uid);
  }

  it('fill in and convert what is written in the older version', async () => {
    const image = { engine: 'postgresql', version: '14.5', replicas: 1 };
    await release.apply(database('v1beta1', { dbType: 'postgresql', version: '14.5', replicas: 1 }));
    assert.deepEqual(await spec('v1'), { ...image, storage: '10Gi' });
    const { engine: dbType, ...others } = image;
    assert.deepEqual(await spec('v1beta1'), { dbType, ...others, storage: '10Gi' });
  });

  it('refuse what must not be', async () => {
    await assert.rejects(patch({ config: { port: '1' } }, 'v1beta1'), /spec\.config\[port\].*is set by the operator/);
    await assert.rejects(patch({ version: '13.9' }), /spec\.version.*no server reads the data of a later one/);
    await assert.rejects(patch({ engine: 'mysql' }), /spec\.engine/);
    await assert.rejects(patch({ storage: '1Gi' }), /spec\.storage can only grow/);
  });

  it('refuse nothing else and miss nothing while the manager rolls to the next release, and leave the servers alone', async () => {
    await release.kubectl('rollout', 'status', 'statefulset/orders', '--timeout=120s');
    const servers = await serverUids();
    assert.equal(servers.length, 1);
    {
      await using traffic = await DatabaseTraffic.start(cluster, 'orders');
      await until('there is traffic', () => traffic.roundCount > 10);
      release = await InstalledRelease.on(cluster, { program: next, name });
      await until('nothing is left of the release before', async () => {
        const pods = await release.pods();
        const images = pods.map(({ spec }) => (spec as { containers: { image: string }[] }).containers[0]?.image);
        return images.length === 2 && images.every((image) => image === imageOf('0.1.1'));
      });
      console.log(traffic.roundCount, traffic.failures);
      assert.deepEqual(traffic.failures, []);
    }
    assert.deepEqual(await serverUids(), servers);
  });
});
