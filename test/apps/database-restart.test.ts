// The manager lists Databases in the storage version, which needs conversions that the same process serves. So after a
// restart the API server needs the manager, and the manager needs the API server. `database-bootstrap.test.ts` has one
// of these restarts on a real API server.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Database } from '../../apps/database/api.ts';
import { DatabaseOperator } from '../../apps/database/operator.ts';
import { release } from '../../apps/database/release.ts';
import { type Kind, resolveKind } from '../../lib/api/index.ts';
import { type OperatorSource, scenario, type World } from '../../lib/testing/index.ts';
import { database } from './databases.ts';

/** The versions of the objects in etcd. */
const stored = [['v1'], ['v1beta1'], ['v1', 'v1beta1']] as const;

/** The process that starts first after both have ended. */
const orders = ['the manager', 'the API server'] as const;

/** The time for which a manager that starts first doesn't reach the API server. */
const outageMs = 20_000;

const databases: OperatorSource = ({ app }) => new DatabaseOperator(app, 'database-operator', release);

const kindIn = (version: string): Kind => ({ ...resolveKind(Database), version });

/** Makes the API server store Databases in a version. Without a manager only, since it restores its definition. */
async function storeIn(world: World, version: string): Promise<void> {
  const definition = world.get(k8s.KubeCustomResourceDefinition, 'databases.example.com');
  const versions = definition?.spec?.versions.map((each) => ({ ...each, storage: each.name === version }));
  await world.change(k8s.KubeCustomResourceDefinition, 'databases.example.com', { spec: { versions } });
}

/** Stores Databases as an earlier release left them: without webhooks, in the versions of that release. */
async function store(world: World, versions: readonly string[]): Promise<void> {
  await world.delete(k8s.KubeValidatingWebhookConfiguration, 'database-operator-validating');
  await world.delete(k8s.KubeMutatingWebhookConfiguration, 'database-operator-mutating');
  for (const version of versions) {
    await storeIn(world, version);
    const engine = version === 'v1' ? { engine: 'mysql' } : { dbType: 'mysql' };
    await world.apply(
      database(`default/${version}`, { ...engine, version: '8.0', replicas: 1, storage: '1Gi' }, version),
    );
  }
  await storeIn(world, 'v1');
}

describe('Databases after a restart of the manager and the API server', () => {
  for (const first of orders) {
    for (const versions of stored) {
      it(`Databases stored in ${versions.join(' and ')} are Ready and whole when ${first} starts first`, async () => {
        await using world = await scenario(databases);
        for (const manager of world.managers) manager.crash();
        await store(world, versions);
        if (first === 'the manager') world.outage(outageMs);
        world.simulation.startManager();
        await world.settle();
        for (const version of versions) {
          const key = { namespace: 'default', name: version };
          assert.equal(world.conditions(Database, version).Ready?.status, 'True');
          const { spec } = await world.client.get(kindIn('v1'), key);
          const { spec: older } = await world.client.get(kindIn('v1beta1'), key);
          assert.deepEqual(spec, { engine: 'mysql', version: '8.0', replicas: 1, storage: '1Gi' });
          assert.deepEqual(older, { dbType: 'mysql', version: '8.0', replicas: 1, storage: '1Gi' });
        }
      });
    }
  }
});
