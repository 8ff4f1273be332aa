import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { KubernetesObject } from '../../../lib/api/index.ts';
import { SchemaNode } from '../../../lib/built-in/schema-node.ts';
import { appliedOver } from '../../../lib/testing/embedded/apply/applied-value.ts';
import { changedFields } from '../../../lib/testing/embedded/apply/field-changes.ts';
import { patchedValue } from '../../../lib/testing/embedded/patch/json-patch.ts';
import { strategicMergePatched } from '../../../lib/testing/embedded/patch/strategic-merge-patch.ts';
import { EmbeddedCluster, ManualClock } from '../../../lib/testing/index.ts';
import { executedSteps } from './executed-steps.ts';
import { kindOf } from './workload.ts';

/** Prepares the work for a size, and returns it. */
type Work = (size: number) => (() => unknown) | Promise<() => unknown>;

const works: Readonly<Record<string, Work>> = {
  'finding the changed fields of a map': (size) => {
    const [before, after] = ['one', 'other'].map((value) =>
      Object.fromEntries(
        numbers(size).flatMap((number) => [value, 'each'].map((name) => [`${name}-${number}`, { value }])),
      ),
    );
    return () => changedFields(undefined, before, after);
  },
  'applying a list by key over another order of it': (size) => {
    const env = numbers(size).map((number) => ({ name: `${number}` }));
    return () => appliedOver(environment, { env }, { env: env.toReversed() });
  },
  'a JSON patch with many steps': (size) => {
    const steps = ['add', 'remove'].flatMap((op) =>
      numbers(size).map((number) => ({ op, path: `/${number}`, value: 1 })),
    );
    return () => patchedValue({}, steps);
  },
  'a strategic merge patch of a list by key': (size) => {
    const list = (value: string) => numbers(size).map((number) => ({ name: `${number}`, value }));
    return () => strategicMergePatched(environment, { env: list('one') }, { env: list('other').toReversed() });
  },
  'a strategic merge patch of a set': (size) => {
    const list = (text: string) => numbers(size).map((number) => `${text}-${number}`);
    const patch = { finalizers: list('b'), '$deleteFromPrimitiveList/finalizers': list('a') };
    return () => strategicMergePatched(environment, { finalizers: list('a') }, patch);
  },
  'creating objects under a quota': async (size) => {
    const { create } = await runningCluster();
    const spec = { hard: { configmaps: '100000', 'count/configmaps': '100000' } };
    await create({ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'quota' }, spec });
    return () => create(...configMaps(size));
  },
  'creating Services': async (size) => {
    const { create } = await runningCluster();
    return () => create(...named(2 * size, { apiVersion: 'v1', kind: 'Service', spec: { type: 'NodePort', ports } }));
  },
  'deleting objects one by one': async (size) => {
    const { create, remove } = await runningCluster();
    await create(...configMaps(size));
    return () => remove(...configMaps(size));
  },
  'deleting dependents of one owner': async (size) => {
    const { create, remove, cluster } = await runningCluster();
    await create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner' } });
    const [owner] = cluster.state.store.list('/configmaps').filter(([key]) => key === 'default/owner');
    const { uid = '' } = Object(owner?.[1].metadata);
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid, blockOwnerDeletion: true }];
    await create(...configMaps(size).map((each) => ({ ...each, metadata: { ...each.metadata, ownerReferences } })));
    return async () => {
      await remove({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'owner' } });
      assert.equal(cluster.state.store.list('/configmaps').filter(([key]) => key.includes('/a-')).length, 0);
    };
  },
  'deleting namespaces one by one': async (size) => {
    const { create, remove, cluster } = await runningCluster();
    const namespaces = named(size, { apiVersion: 'v1', kind: 'Namespace' });
    await create(...namespaces);
    return async () => {
      await remove(...namespaces);
      assert.equal(cluster.state.store.list('/namespaces').length, 4);
    };
  },
  'listing a collection in pages of two': async (size) => {
    const { create, client } = await runningCluster();
    await create(...configMaps(size));
    return async () => {
      let page = await client.list(kindOf(configMap), { limit: 2 });
      while (page.continue !== undefined && page.continue !== '') {
        page = await client.list(kindOf(configMap), { limit: 2, continue: page.continue });
      }
    };
  },
  'claims that wait for their first pod': async (size) => {
    const { create } = await runningCluster('simulated');
    const volumeBindingMode = 'WaitForFirstConsumer';
    const provisioner = 'example.com/disks';
    await create({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'late' },
      provisioner,
      volumeBindingMode,
    });
    await create(...named(size / 2, claim('late')));
    return () => create(...named(size / 2, claim('standard'), 'b'));
  },
  'a clock with many timers': (size) => {
    const clock = new ManualClock();
    for (const number of numbers(20 * size)) clock.timer(number, () => undefined);
    return () => clock.advance(20 * size);
  },
};

describe('the work of an embedded cluster', () => {
  for (const [title, work] of Object.entries(works)) {
    it(`the work for ${title} grows with its input, not with the square of it`, async () => {
      // Reads that happen once don't count.
      await executedSteps(await work(4));
      const [small, large] = [await executedSteps(await work(40)), await executedSteps(await work(160))];
      // Four times the input takes four times the steps, or five with sorting; what grows with the square takes up to sixteen.
      assert.ok(large < small * 5, `${small} steps become ${large}`);
    });
  }
});

describe('a month of an embedded cluster', () => {
  it('a month without events writes nothing in an embedded cluster, and leaves no timer', async () => {
    const { clock, cluster } = await runningCluster('simulated');
    const { version } = cluster.state.store;
    await clock.advance(60_000);
    // Without a timer, nothing runs in the month.
    assert.equal(clock.pendingCount, 0);
    await clock.advance(30 * 24 * 3_600_000);
    assert.equal(cluster.state.store.version, version);
    assert.equal(clock.pendingCount, 0);
  });
});

const ports = [{ port: 80 }];
const configMap = { apiVersion: 'v1', kind: 'ConfigMap' };

const environment = SchemaNode.builtIn(
  {
    properties: {
      env: {
        type: 'array',
        items: { type: 'object' },
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'name',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
      },
      finalizers: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
    },
  },
  () => undefined,
);

function claim(storageClassName: string) {
  const resources = { requests: { storage: '1Gi' } };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    spec: { accessModes: ['ReadWriteOnce'], resources, storageClassName },
  };
}

function numbers(size: number): readonly number[] {
  return Array.from({ length: size }, (_, index) => index);
}

function named(size: number, object: Omit<KubernetesObject, 'metadata'>, prefix = 'a'): readonly KubernetesObject[] {
  return numbers(size).map((number) => ({ ...object, metadata: { name: `${prefix}-${number}` } }) as KubernetesObject);
}

function configMaps(size: number): readonly KubernetesObject[] {
  return named(size, configMap);
}

/** A cluster with functions that let its controllers settle after each write. */
async function runningCluster(workloads: 'none' | 'simulated' = 'none') {
  const clock = new ManualClock();
  const cluster = await EmbeddedCluster.start({ clock, workloads });
  const client = cluster.client();
  const placed = (object: KubernetesObject) => {
    const isNamespaced = kindOf(object).scope === 'Namespaced';
    return isNamespaced ? { ...object, metadata: { ...object.metadata, namespace: 'default' } } : object;
  };
  return {
    clock,
    cluster,
    client,
    create: async (...objects: readonly KubernetesObject[]) => {
      for (const object of objects) {
        await client.create(kindOf(object), placed(object));
        await cluster.settled();
      }
    },
    remove: async (...objects: readonly KubernetesObject[]) => {
      for (const object of objects) {
        const { namespace = '', name } = placed(object).metadata;
        const options = { propagationPolicy: 'Foreground' } as const;
        await client.delete(kindOf(object), { namespace, name }, options);
        await cluster.settled();
      }
    },
  };
}
