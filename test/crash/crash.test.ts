// The operators of the apps, killed at each of their writes: before it, and after the API server has stored it. In a third run the manager
// survives, and never gets the response. `killed-process.test.ts` has the same with a process that is really killed.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Database } from '../../apps/database/api.ts';
import type { CloudDatabases } from '../../apps/database/cloud-databases.ts';
import { DatabaseOperator } from '../../apps/database/operator.ts';
import { release } from '../../apps/database/release.ts';
import { Memcached } from '../../apps/memcached/api.ts';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';
import { resolveKind } from '../../lib/api/index.ts';
import { ExplorationRuns } from '../../lib/testing/explorer/exploration-run.ts';
import type { ExploredOperator, UserStep } from '../../lib/testing/explorer/step-run.ts';
import { type OperatorSource, World } from '../../lib/testing/index.ts';
import { Simulation } from '../../lib/testing/scenario/simulation.ts';
import { RegistrationFault, type RegistrationFaultOptions } from './registration-fault.ts';

const faults = ['crash-before-write', 'crash-after-write', 'lost-response'] as const;

const secretKind = resolveKind(k8s.KubeSecret);

/** A cloud service that answers at once: the uids of its databases. */
class Cloud implements CloudDatabases {
  readonly uids = new Set<string>();

  async register(uid: string): Promise<void> {
    this.uids.add(uid);
  }

  async remove(uid: string): Promise<void> {
    this.uids.delete(uid);
  }
}

const databases =
  (cloud?: CloudDatabases): OperatorSource =>
  ({ app }) =>
    new DatabaseOperator(app, 'database-operator', { ...release, cloud });

const database = (spec: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'Database',
  metadata: { name: 'db' },
  spec,
});

/** The last step: the managers have sent no request that their roles don't allow. */
const allAllowed: UserStep = {
  name: 'allowed',
  act: ({ requests }) => {
    const forbidden = requests.filter(({ response }) => response === 'Forbidden');
    assert.deepEqual(
      forbidden.map(({ title }) => title),
      [],
    );
  },
};

/** Injects each fault at each write. @throws ExplorationError for a run that ends with other objects, or deletes further ones. */
async function injectAll(subject: ExploredOperator, resource: string): Promise<ExplorationRuns> {
  const steps = [...subject.steps, allAllowed];
  const runs = await ExplorationRuns.start({ ...subject, steps }, { resource, seed: 1, without: [] });
  for (const index of runs.baseline.writes.keys()) {
    for (const name of faults) await runs.check([{ name, at: index + 1 }]);
  }
  return runs;
}

function hasWrite({ baseline }: ExplorationRuns, title: string): boolean {
  return baseline.writes.some((write) => write.title === title);
}

describe('an operator that is killed at any write', () => {
  it('a Memcached operator that is killed at any write leaves the same objects as one that survives', async () => {
    const steps: UserStep[] = [
      {
        name: 'created',
        act: (world) =>
          world.apply({
            apiVersion: 'cache.example.com/v1alpha1',
            kind: 'Memcached',
            metadata: { name: 'cache' },
            spec: { size: 1 },
          }),
      },
      { name: 'grown', act: (world) => world.change(Memcached, 'cache', { spec: { size: 2 } }) },
      { name: 'deleted', act: (world) => world.delete(Memcached, 'cache') },
    ];
    const runs = await injectAll({ operator: MemcachedOperator, steps }, 'cache');
    assert.ok(hasWrite(runs, 'apply Deployment default/cache'));
    assert.ok(hasWrite(runs, 'patch Memcached/status default/cache'));
  });

  it('a Database operator that is killed at any write leaves the same objects, and nothing in the cloud', async () => {
    const cloud = new Cloud();
    const withCount = (count: number, act: UserStep['act']): UserStep['act'] => {
      return async (world) => {
        assert.equal(cloud.uids.size, count);
        await act(world);
      };
    };
    const growing = {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'growing', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      provisioner: 'example.com/none',
      allowVolumeExpansion: true,
    };
    const steps: UserStep[] = [
      {
        name: 'created',
        act: withCount(0, async (world) => {
          await world.apply(growing);
          await world.apply(database({ version: '14.5', replicas: 1, storage: '1Gi' }));
        }),
      },
      { name: 'changed', act: withCount(1, (world) => world.change(Database, 'db', { spec: { version: '14.6' } })) },
      {
        name: 'recreated around its volumes',
        act: withCount(1, (world) => world.change(Database, 'db', { spec: { storage: '2Gi' } })),
      },
      { name: 'deleted', act: withCount(1, (world) => world.delete(Database, 'db')) },
      { name: 'removed from the cloud', act: withCount(0, () => {}) },
    ];
    const runs = await injectAll({ operator: databases(cloud), steps }, 'db');
    assert.ok(hasWrite(runs, 'delete StatefulSet default/db'));
    assert.ok(hasWrite(runs, 'patch PersistentVolumeClaim default/data-db-0'));
  });

  it('a Database operator that is killed at any write registers its webhooks with the API server', async () => {
    /** Starts a manager that has no certificate yet, and resolves with its writes until its webhooks are called. */
    const registered = async (fault?: RegistrationFaultOptions) => {
      const interceptor = new RegistrationFault(fault);
      await using world = new World(await Simulation.start(databases(), { interceptor }));
      const { simulation } = world;
      for (const manager of world.managers) manager.crash();
      const secret = { namespace: 'database-operator-system', name: 'database-operator-webhook-certificate' };
      await simulation.admin.delete(secretKind, secret);
      interceptor.begin(simulation);
      simulation.startManager();
      await world.settle();
      await assert.rejects(
        world.apply(database({ version: '14.5', config: { port: '1' } })),
        /is set by the operator: leave it out/,
      );
      return interceptor.writes;
    };
    const writes = await registered();
    assert.deepEqual([...writes].sort(), [
      'create Secret database-operator-system/database-operator-webhook-certificate',
      'patch CustomResourceDefinition databases.example.com',
      'patch MutatingWebhookConfiguration database-operator-mutating',
      'patch Secret database-operator-system/database-operator-webhook-certificate',
      'patch ValidatingWebhookConfiguration database-operator-validating',
    ]);
    for (const index of writes.keys()) {
      for (const name of faults) assert.ok((await registered({ name, at: index + 1 })).length > index);
    }
  });
});
