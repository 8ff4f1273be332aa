// The life of a SampleDB on the embedded cluster: its servers, their password, upgrades and backups.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { DatabaseBackup } from '../../../apps/database-backup/api.ts';
import { SampleDB } from '../../../apps/sample-db/api.ts';
import { PodScript, scenario, type World } from '../../../lib/testing/index.ts';
import { sampleDB, sampleDBs, sampleDBWorld } from './sampledb-world.ts';

const secretName = 'orders-credentials';

/** Returns the images of the servers, in the order of their names. */
function images(world: World): readonly (string | undefined)[] {
  return world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.image);
}

/** Returns the uid and the password of the Secret. */
function credentials(world: World) {
  const secret = world.get(k8s.KubeSecret, secretName);
  return [secret?.metadata.uid, secret?.data?.password];
}

function condition(world: World, type: string): string {
  const { status, reason, message } = world.conditions(SampleDB, 'orders')[type] ?? {};
  return `${status} ${reason}: ${message}`;
}

describe('a SampleDB', () => {
  it('a SampleDB runs three servers, each on a claim of its own, behind a headless Service', async () => {
    await using world = await sampleDBWorld();
    assert.deepEqual(images(world), ['mariadb:11.4.2', 'mariadb:11.4.2', 'mariadb:11.4.2']);
    assert.deepEqual(
      world.list(k8s.KubePersistentVolumeClaim).map(({ metadata }) => metadata.name),
      ['data-orders-0', 'data-orders-1', 'data-orders-2'],
    );
    assert.equal(world.get(k8s.KubeService, 'orders')?.spec?.clusterIP, 'None');
    assert.equal(world.get(SampleDB, 'orders')?.status?.readyReplicas, 3);
    assert.match(condition(world, 'Ready'), /^True/);
  });

  it('a SampleDB scales, and keeps the claims of the servers that stop', async () => {
    await using world = await sampleDBWorld();
    await world.change(SampleDB, 'orders', { spec: { replicas: 1 } });
    await world.settle();
    assert.equal(images(world).length, 1);
    assert.equal(world.list(k8s.KubePersistentVolumeClaim).length, 3);
    await world.change(SampleDB, 'orders', { spec: { replicas: 4 } });
    await world.settle();
    assert.equal(world.get(SampleDB, 'orders')?.status?.readyReplicas, 4);
  });

  it('a SampleDB upgrades its servers one by one, the last first', async () => {
    await using world = await sampleDBWorld();
    world.pods.script(() => true, PodScript.ready({ afterMs: 10_000 }));
    await world.change(SampleDB, 'orders', { spec: { version: '11.8.3' } });
    const seen = new Set<string>();
    for (let second = 0; second < 60; second += 1) {
      await world.advance(1_000);
      const versions = images(world).map((image) => image?.split(':')[1]);
      // A server that restarts is absent for a while.
      if (versions.length === 3) seen.add(versions.join(' '));
    }
    assert.deepEqual(
      [...seen],
      ['11.4.2 11.4.2 11.4.2', '11.4.2 11.4.2 11.8.3', '11.4.2 11.8.3 11.8.3', '11.8.3 11.8.3 11.8.3'],
    );
    assert.match(condition(world, 'Ready'), /^True/);
    assert.equal(world.list(k8s.KubePersistentVolumeClaim).length, 3);
  });

  it('a SampleDB refuses a version that is not an image tag, and an invalid name or schedule', async () => {
    await using world = await sampleDBWorld();
    await assert.rejects(world.apply(sampleDB({ version: 'latest' })), /spec\.version/);
    await assert.rejects(
      world.apply({ ...sampleDB(), metadata: { name: '7orders' } }),
      /the name becomes that of a Service/,
    );
    await assert.rejects(world.apply(sampleDB({ backupSchedule: 'every day' })), /spec\.backupSchedule/);
  });
});

describe('the password of a SampleDB', () => {
  it('the password of a SampleDB is in a Secret that its servers read, and differs from others', async () => {
    await using world = await sampleDBWorld();
    await world.apply({ ...sampleDB(), metadata: { name: 'users' } });
    await world.settle();
    const [password, other] = [secretName, 'users-credentials'].map(
      (name) => world.get(k8s.KubeSecret, name)?.data?.password ?? '',
    );
    assert.match(Buffer.from(password ?? '', 'base64').toString(), /^[0-9a-f-]{36}$/);
    assert.notEqual(password, other);
    const [container] = world.get(k8s.KubePod, 'orders-0')?.spec?.containers ?? [];
    const variable = container?.env?.find(({ name }) => name === 'MARIADB_ROOT_PASSWORD');
    assert.deepEqual(variable?.valueFrom?.secretKeyRef, { name: secretName, key: 'password' });
  });

  it('the password of a SampleDB stays the same when the manager restarts, and when the SampleDB changes', async () => {
    await using world = await sampleDBWorld();
    const before = credentials(world);
    world.restart();
    await world.settle();
    await world.change(SampleDB, 'orders', { spec: { version: '11.8.3', replicas: 2, backupSchedule: '@daily' } });
    await world.settle();
    assert.deepEqual(credentials(world), before);
    assert.equal(world.writes.filter((title) => title.startsWith('create Secret')).length, 1);
  });

  it('the password of a SampleDB outlives it with the claims, and serves a later one of the same name', async () => {
    await using world = await sampleDBWorld();
    const before = credentials(world);
    await world.delete(SampleDB, 'orders');
    await world.settle();
    assert.equal(world.get(k8s.KubeStatefulSet, 'orders'), undefined);
    assert.equal(world.list(k8s.KubePersistentVolumeClaim).length, 3);
    await world.apply(sampleDB());
    await world.settle();
    assert.deepEqual(credentials(world), before);
    assert.equal(world.get(SampleDB, 'orders')?.status?.credentials, secretName);
  });

  it('the password of a SampleDB is the one that a user has created before', async () => {
    const secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: secretName },
      stringData: { username: 'root', password: 'chosen' },
    };
    await using world = await scenario(sampleDBs).apply(secret).apply(sampleDB()).settle();
    assert.equal(credentials(world)[1], Buffer.from('chosen').toString('base64'));
    assert.match(condition(world, 'CredentialsFound'), /^True/);
  });

  it('the password of a SampleDB is not generated again when the Secret is deleted, but reported', async () => {
    await using world = await sampleDBWorld();
    await world.delete(k8s.KubeSecret, secretName);
    await world.settle();
    assert.equal(world.get(k8s.KubeSecret, secretName), undefined);
    assert.equal(
      condition(world, 'CredentialsFound'),
      `False SecretMissing: the Secret ${secretName} is gone: create it again with the values that the data have`,
    );
  });
});

describe('the backups of a SampleDB', () => {
  it('the backups of a SampleDB are a DatabaseBackup of the first server, by the schedule', async () => {
    await using world = await sampleDBWorld({ backupSchedule: '0 2 * * *' });
    const { databaseName, schedule, backupPath } = world.get(DatabaseBackup, 'orders')?.spec ?? {};
    assert.deepEqual([databaseName, schedule, backupPath], ['orders', '0 2 * * *', '/orders']);
  });

  it('the backups of a SampleDB begin, change and end with the schedule, and restart no server', async () => {
    await using world = await sampleDBWorld();
    assert.deepEqual(world.list(DatabaseBackup), []);
    const pods = () => world.list(k8s.KubePod).map(({ metadata }) => metadata.uid);
    const before = pods();
    for (const schedule of ['0 2 * * *', '30 4 * * *']) {
      await world.change(SampleDB, 'orders', { spec: { backupSchedule: schedule } });
      await world.settle();
      assert.deepEqual(
        world.list(DatabaseBackup).map(({ spec }) => spec.schedule),
        [schedule],
      );
    }
    await world.change(SampleDB, 'orders', { spec: { backupSchedule: null } });
    await world.settle();
    assert.deepEqual(world.list(DatabaseBackup), []);
    assert.deepEqual(pods(), before);
  });

  it('a SampleDB is not ready while its DatabaseBackup is not', async () => {
    await using world = await sampleDBWorld({ backupSchedule: '0 2 * * *' });
    await world.changeStatus(DatabaseBackup, 'orders', {
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'InvalidSchedule',
          message: 'the schedule has no time to come',
          lastTransitionTime: '2030-01-01T00:00:00Z',
        },
      ],
    });
    await world.settle();
    assert.match(condition(world, 'Ready'), /^False .*DatabaseBackup/);
  });

  it('the backups of a SampleDB wait for the backup operator, while the servers run', async () => {
    await using world = await scenario(sampleDBs)
      .apply(sampleDB({ backupSchedule: '@daily' }))
      .settle();
    assert.match(condition(world, 'Ready'), /^True/);
    assert.match(condition(world, 'Incomplete'), /^True KindNotServed: .*DatabaseBackup default\/orders is not made/);
  });
});
