// Many Databases at once, through webhooks and operator. Without workloads: this test acts as the StatefulSet controller,
// since hundreds of real pods would dominate the measurement.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { StoredObject } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import type { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import { CloudService } from './cloud-service.ts';
import { database, isReady, type StoredDatabase } from './databases.ts';
import { InstalledOperator } from './installed-operator.ts';

const count = 500;
const databaseKind = {
  group: 'example.com',
  version: 'v1',
  kind: 'Database',
  plural: 'databases',
  scope: 'Namespaced',
} as const;
const statefulSetKind = {
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  scope: 'Namespaced',
} as const;

/** Returns the number of successful reconciles. */
async function passes(operator: OperatorProcess): Promise<number> {
  const text = await (await fetch(`${await operator.url('metrics server')}/metrics`)).text();
  return Number(
    /^controller_runtime_reconcile_total\{controller="database",result="success"\} (\d+)$/m.exec(text)?.[1] ?? 0,
  );
}

describe(`${count} Databases`, () => {
  let installed: InstalledOperator<EmbeddedControlPlane>;
  let cloud: CloudService;
  let operator: OperatorProcess;
  let admin: HttpClient;

  const start = async () => {
    operator = await installed.run([], { CLOUD_DATABASES_URL: cloud.url });
    await operator.ready();
  };

  before(async () => {
    cloud = await CloudService.start();
    installed = await InstalledOperator.embedded('database', { workloads: 'none' });
    const { kubeconfig } = installed.controlPlane;
    admin = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
    await start();
  });

  after(async () => {
    await admin.close();
    await installed[Symbol.asyncDispose]();
    await cloud[Symbol.asyncDispose]();
  });

  const stored = async (kind: typeof databaseKind | typeof statefulSetKind): Promise<readonly StoredObject[]> =>
    (await admin.list(kind, { namespace: 'default' })).items;

  const untilAll = (what: string, isSo: (database: StoredDatabase) => boolean) =>
    until(what, async () => {
      const databases = (await stored(databaseKind)) as readonly StoredDatabase[];
      return databases.length === count && databases.every(isSo);
    });

  it('many Databases pass the webhooks when all are applied at once, with defaults', async () => {
    const spec = { dbType: 'mongodb', version: '7.0', replicas: 1 };
    const names = Array.from({ length: count }, (_, index) => `default/db-${index}`);
    // Every second one in the older version.
    const objects = names.map((name, index) =>
      index % 2 === 0
        ? database(name, { engine: 'mongodb', version: '7.0', replicas: 1 })
        : database(name, spec, 'v1beta1'),
    );
    await Promise.all(
      objects.map((object, index) =>
        admin.apply({ ...databaseKind, version: index % 2 === 0 ? 'v1' : 'v1beta1' }, object, {
          fieldManager: 'team',
          force: false,
        }),
      ),
    );
    const specs = (await stored(databaseKind)).map((each) => each.spec);
    assert.deepEqual(
      specs,
      names.map(() => ({ engine: 'mongodb', version: '7.0', replicas: 1, storage: '20Gi' })),
    );
  });

  it('many Databases become ready with their servers', async () => {
    await untilAll(
      'each has its children',
      ({ status, metadata }) => status?.observedGeneration === metadata.generation,
    );
    const statefulSets = await stored(statefulSetKind);
    assert.equal(statefulSets.length, count);
    const running = { replicas: 1, readyReplicas: 1, availableReplicas: 1, updatedReplicas: 1, observedGeneration: 1 };
    await Promise.all(
      statefulSets.map(({ metadata: { namespace, name } }) =>
        admin.patch(
          statefulSetKind,
          { namespace, name },
          { type: 'merge', body: { status: running } },
          { subresource: 'status' },
        ),
      ),
    );
    await untilAll('each is ready', isReady);
    assert.equal(cloud.databases.size, count);
  });

  it('the Database operator writes nothing when it starts with many converged Databases', async () => {
    await operator.stop();
    const before = await installed.writes();
    await start();
    await until('each is reconciled', async () => (await passes(operator)) >= count);
    const since = (await installed.writes()).slice(before.length);
    assert.deepEqual(
      since.filter(
        (write) =>
          !write.includes('/apis/apiextensions.k8s.io/') && !write.includes('/apis/admissionregistration.k8s.io/'),
      ),
      [],
    );
  });

  it('the operator of many Databases sends no request that it has no right to', async () => {
    assert.deepEqual(await installed.missingRights(), []);
  });
});
