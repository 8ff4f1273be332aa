// Databases as only a real control plane shows them. The metrics of autoscalers come from an aggregated API server. The
// manager lists Databases in the storage version, which needs conversions that the same process serves. So after a restart
// the API server needs the manager, and the manager needs the API server. `database-restart.test.ts` has all orders and
// versions, on the embedded cluster.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { until, untilPassed } from '../until.ts';
import { CloudService } from './cloud-service.ts';
import { database, databasesReady, getDatabase } from './databases.ts';
import { InstalledOperator } from './installed-operator.ts';
import { MetricsApi } from './metrics-api.ts';

/** The versions of the objects in etcd. */
const stored = ['v1', 'v1beta1'];

describe('Databases on a real API server', () => {
  let installed: InstalledOperator;
  let cloud: CloudService;

  before(async () => {
    cloud = await CloudService.start();
    installed = await InstalledOperator.start('database');
  });

  after(async () => {
    await installed[Symbol.asyncDispose]();
    await cloud[Symbol.asyncDispose]();
  });

  const run = () => installed.run([], { CLOUD_DATABASES_URL: cloud.url });

  /** Makes the API server store Databases in a version. Without a manager only, since it restores its definition. */
  async function storeIn(version: string): Promise<void> {
    const { spec } = JSON.parse(await installed.kubectl('get', 'crd', 'databases.example.com', '-o', 'json')) as {
      spec: { versions: readonly { readonly name: string }[] };
    };
    const patch = spec.versions.map(({ name }, index) => ({
      op: 'replace',
      path: `/spec/versions/${index}/storage`,
      value: name === version,
    }));
    await installed.kubectl('patch', 'crd', 'databases.example.com', '--type=json', '-p', JSON.stringify(patch));
  }

  /** Stores Databases as an earlier release left them: without webhooks, in the versions of that release. */
  async function store(): Promise<readonly string[]> {
    await installed.kubectl('delete', 'validatingwebhookconfigurations,mutatingwebhookconfigurations', '--all');
    const keys: string[] = [];
    for (const version of stored) {
      await storeIn(version);
      const engine = version === 'v1' ? { engine: 'mysql' } : { dbType: 'mysql' };
      const key = `default/${version}`;
      // The API server notices the deleted webhooks, and the version, a moment later.
      await untilPassed(async () => {
        await installed.apply(database(key, { ...engine, version: '8.0', replicas: 1, storage: '1Gi' }, version));
      });
      keys.push(key);
    }
    await storeIn('v1');
    return keys;
  }

  it('a HorizontalPodAutoscaler scales a Database', async () => {
    const operator = await run();
    await operator.ready();
    // The API server notices the address of the webhooks a moment later.
    await untilPassed(async () => {
      await installed.apply(database('default/scaled', { version: '14.5', replicas: 3 }));
    });
    await using metrics = await MetricsApi.start(installed.controlPlane);
    metrics.cpu = '900m';
    await installed.apply({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { namespace: 'default', name: 'scaled' },
      spec: {
        scaleTargetRef: { apiVersion: 'example.com/v1', kind: 'Database', name: 'scaled' },
        minReplicas: 2,
        maxReplicas: 7,
        behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '500m' } } },
        ],
      },
    });
    const replicas = (count: number) =>
      until(`there are ${count} servers`, async () => {
        const { spec, status } = (await getDatabase(installed, 'default/scaled')) ?? assert.fail('it is gone');
        return spec.replicas === count && status?.replicas === count && status.ready;
      });
    await replicas(7);
    metrics.cpu = '1m';
    await replicas(2);
    await installed.kubectl('delete', 'hpa,db', 'scaled');
    await operator.stop();
  });

  it('Databases stored in v1 and v1beta1 are Ready in both when the manager starts before the API server', async () => {
    const keys = await store();
    await installed.controlPlane.stopApiServer();
    const operator = await run();
    await installed.controlPlane.startApiServer();
    await operator.ready();
    // The API server notices the address of the conversions a moment later.
    await untilPassed(() => databasesReady(installed, ...keys));
    for (const key of keys) {
      assert.equal((await getDatabase(installed, key))?.spec.engine, 'mysql');
      assert.equal((await getDatabase(installed, key, 'v1beta1'))?.spec.dbType, 'mysql');
    }
    await operator.stop();
  });
});
