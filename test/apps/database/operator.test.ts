// Databases on the embedded cluster whose volumes and Secrets other clients change.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Database } from '../../../apps/database/api.ts';
import { DatabaseOperator } from '../../../apps/database/operator.ts';
import { release } from '../../../apps/database/release.ts';
import { type OperatorSource, PodScript, scenario } from '../../../lib/testing/index.ts';

const databases: OperatorSource = ({ app }) => new DatabaseOperator(app, 'database-operator', release);

/** Returns a Database with one server, and further fields of its spec. */
function database(spec: object = {}) {
  return {
    apiVersion: 'example.com/v1',
    kind: 'Database',
    metadata: { name: 'db' },
    spec: { version: '14.5', replicas: 1, storage: '10Gi', ...spec },
  };
}

/** Returns the Secret of an administrator's password. */
function secret(password: string) {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'admin' }, stringData: { password } };
}

describe('a Database', () => {
  it('a Database keeps its server while the Secret of its password is gone, and names the Secret', async () => {
    await using world = await scenario(databases);
    await world.apply(secret('first'));
    await world.apply(database({ passwordFrom: { name: 'admin' } }));
    await world.settle();
    const server = () => world.get(k8s.KubePod, 'db-0')?.metadata.uid;
    const before = server();
    assert.notEqual(before, undefined);
    await world.delete(k8s.KubeSecret, 'admin');
    await world.settle();
    assert.equal(server(), before);
    assert.match(world.conditions(Database, 'db').Degraded?.message ?? '', /there is no Secret admin/);
    await world.apply(secret('second'));
    await world.settle();
    assert.notEqual(server(), before);
    assert.equal(world.conditions(Database, 'db').Degraded?.status, 'False');
  });

  it('a Database replaces a server that does not start with wrong settings when they are corrected', async () => {
    await using world = await scenario(databases)
      .apply(database({ replicas: 2 }))
      .settle();
    const wrong = '--shared_buffers=1PB';
    world.pods.script(({ object }) => JSON.stringify(object.spec).includes(wrong), PodScript.neverReady());
    const settings = () => world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.args?.includes(wrong));
    await world.change(Database, 'db', { spec: { config: { shared_buffers: '1PB' } } });
    await world.settle();
    assert.deepEqual(settings(), [false, true]);
    await world.change(Database, 'db', { spec: { config: null } });
    await world.settle();
    assert.deepEqual(settings(), [false, false]);
    assert.equal(world.get(Database, 'db')?.status?.ready, true);
  });

  it('a Database has its storage if a volume is larger than it asks for', async () => {
    await using world = await scenario(databases)
      .apply(database({ storage: '10Gi' }))
      .settle();
    const { volumeName = '' } = world.get(k8s.KubePersistentVolumeClaim, 'data-db-0')?.spec ?? {};
    await world.change(k8s.KubePersistentVolume, volumeName, { spec: { capacity: { storage: '16Gi' } } });
    await world.settle();
    assert.equal(world.get(k8s.KubePersistentVolumeClaim, 'data-db-0')?.status?.capacity?.storage, '16Gi');
    assert.equal(world.conditions(Database, 'db').StorageReady?.reason, 'AllVolumesBound');
  });
});
