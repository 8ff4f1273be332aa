// Webhooks through the Service with the operator's own certificates, and the rolling update from one release to the
// next.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { KubernetesObject, StoredObject } from '../../lib/api/index.ts';
import { Cluster } from '../../lib/testing/index.ts';
import { databasesReady } from '../apps/databases.ts';
import { patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { clientCount, DatabaseTraffic } from './database-traffic.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';

const name = 'database-operator';

/** The program with two replicas of one release. */
function program(release: 'first' | 'next'): string {
  return fileURLToPath(new URL(`programs/database-pair/${release}.ts`, import.meta.url));
}

function image(version: string): string {
  return `example.com/operators/database-operator:${version}`;
}

describe('an operator with webhooks and a standby on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let release: InstalledRelease;

  before(async () => {
    const images = [
      await managerImage(program('first'), image('0.1.0')),
      await managerImage(program('next'), image('0.1.1')),
      await workloadImage('postgresql'),
    ];
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    release = await InstalledRelease.on(cluster, { program: program('first'), name });
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

  it('an operator with webhooks defaults and converts objects of the older version', async () => {
    const others = { version: '14.5', replicas: 1 };
    await release.apply(database('v1beta1', { dbType: 'postgresql', ...others }));
    assert.deepEqual(await spec('v1'), { engine: 'postgresql', ...others, storage: '10Gi' });
    assert.deepEqual(await spec('v1beta1'), { dbType: 'postgresql', ...others, storage: '10Gi' });
  });

  it('an operator with webhooks rejects invalid objects in both versions', async () => {
    await assert.rejects(patch({ config: { port: '1' } }, 'v1beta1'), /spec\.config\[port\].*is set by the operator/);
    await assert.rejects(patch({ version: '13.9' }), /spec\.version.*no server reads the data of a later one/);
    await assert.rejects(patch({ engine: 'mysql' }), /spec\.engine/);
    await assert.rejects(patch({ dbType: 'mysql' }, 'v1beta1'), /spec\.dbType/);
    await assert.rejects(patch({ storage: '1Gi' }), /spec\.storage can only grow/);
  });

  it('a rollout of the manager to the next release fails no request, and doesn’t restart the servers', async () => {
    await databasesReady(release, 'default/orders');
    const before = await serverUids();
    assert.equal(before.length, 1);
    {
      await using traffic = await DatabaseTraffic.start(cluster, 'orders');
      await traffic.succeeds();
      release = await InstalledRelease.on(cluster, { program: program('next'), name });
      await until('nothing is left of the previous release', async () => {
        const images = (await release.pods()).map(imageOf);
        return images.length === 2 && images.every((one) => one === image('0.1.1'));
      });
      await traffic.succeeds();
      await traffic.stop();
      assert.deepEqual([...traffic.failures, ...traffic.wrongAnswers], []);
    }
    assert.deepEqual(await serverUids(), before);
  });

  it('a force-deleted pod of the manager loses only its running requests', async () => {
    const before = await serverUids();
    for (const { metadata } of await release.pods()) {
      await using traffic = await DatabaseTraffic.start(cluster, 'orders');
      await traffic.succeeds();
      const pod = ['pod', metadata.name, '-n', release.namespace];
      await release.kubectl('delete', ...pod, '--grace-period=0', '--force');
      await release.rolledOut();
      await traffic.succeeds();
      await traffic.stop();
      assert.deepEqual(traffic.wrongAnswers, []);
      // The Service stops sending requests to the pod a few seconds after its deletion.
      assert.ok(traffic.failures.length <= clientCount, traffic.failures.join('\n'));
    }
    assert.deepEqual(await serverUids(), before);
  });

  it('the next release of an operator reconciles, and doesn’t restart the existing server', async () => {
    const [first] = await serverUids();
    await patch({ replicas: 2 }, 'v1beta1');
    await databasesReady(release, 'default/orders');
    // A changed template would have reached both by then.
    await release.kubectl('rollout', 'status', 'statefulset/orders', patience);
    const now = await serverUids();
    assert.equal(now.length, 2);
    assert.ok(first !== undefined && now.includes(first));
  });
});

function imageOf({ spec }: StoredObject): string | undefined {
  const { containers } = spec as { containers: readonly { image: string }[] };
  return containers[0]?.image;
}
