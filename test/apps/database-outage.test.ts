// Outages of the operator, its webhooks and the cloud service, and the recovery of Databases after them.

import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import type { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import { CloudService } from './cloud-service.ts';
import { condition, database, databasesReady, getDatabase } from './databases.ts';
import { InstalledOperator } from './installed-operator.ts';

const one = { version: '14.5', replicas: 1 };

describe('Databases during outages', () => {
  let installed: InstalledOperator<EmbeddedControlPlane>;
  let cloud: CloudService;
  let operator: OperatorProcess;

  const start = async () => {
    operator = await installed.run([], { CLOUD_DATABASES_URL: cloud.url });
    await operator.ready();
  };

  before(async () => {
    cloud = await CloudService.start();
    installed = await InstalledOperator.embedded('database');
    await start();
  });

  beforeEach(() => {
    cloud.become('available');
    cloud.removals.length = 0;
  });

  after(async () => {
    await installed[Symbol.asyncDispose]();
    await cloud[Symbol.asyncDispose]();
  });

  const created = async (key: string): Promise<string> => {
    await installed.apply(database(key, one));
    const { metadata } = (await getDatabase(installed, key)) ?? assert.fail(`${key} doesn't exist`);
    return metadata.uid;
  };

  const deleted = async (name: string) => {
    await installed.kubectl('delete', 'db', name, '--wait=false');
  };

  const gone = (key: string) => until(`${key} is gone`, async () => (await getDatabase(installed, key)) === undefined);

  it('deleted Databases exist until the cloud service, which fails and hangs, has removed their entries', async () => {
    const [bystander, uid] = [await created('default/bystander'), await created('default/leaving')];
    await databasesReady(installed, 'default/bystander', 'default/leaving');
    cloud.become('failing');
    await deleted('leaving');
    await until('the cleanup is retried', async () => cloud.removals.length >= 3);
    await until('the failure is reported', async () => {
      const degraded = condition((await getDatabase(installed, 'default/leaving'))?.status, 'Degraded');
      return degraded?.message.includes('the cloud service answered 503 instead of removing') === true;
    });
    cloud.become('hanging');
    await until('the service hangs', async () => cloud.unanswered > 0);
    assert.ok((await getDatabase(installed, 'default/leaving'))?.metadata.deletionTimestamp);
    cloud.become('available');
    await gone('default/leaving');
    assert.deepEqual([...cloud.databases.keys()], [bystander]);
    assert.deepEqual([...new Set(cloud.removals)], [uid]);
  });

  it('a Database is cleaned up although the operator was killed during its cleanup', async () => {
    await created('default/halfway');
    await databasesReady(installed, 'default/halfway');
    cloud.become('hanging');
    await deleted('halfway');
    await until('the service has removed the entry', async () => cloud.unanswered > 0);
    await operator.kill();
    assert.ok((await getDatabase(installed, 'default/halfway'))?.metadata.deletionTimestamp);
    cloud.become('available');
    await start();
    await gone('default/halfway');
  });

  it('a Database leaves no entry behind when the operator is killed during its registration', async () => {
    cloud.become('hanging');
    const uid = await created('default/unlucky');
    await until('the service has registered the entry', async () => cloud.unanswered > 0);
    await operator.kill();
    await deleted('unlucky');
    assert.ok(cloud.databases.has(uid));
    cloud.become('available');
    await start();
    await gone('default/unlucky');
    assert.ok(!cloud.databases.has(uid));
  });

  it('Databases are rejected while the webhooks are down, and accepted when the webhooks are back', async () => {
    await operator.kill();
    await assert.rejects(
      created('default/early'),
      /failed calling webhook "defaults\.database\.example\.com": failed to call webhook/,
    );
    await assert.rejects(
      getDatabase(installed, 'default/bystander', 'v1beta1'),
      /conversion webhook for example\.com\/v1, Kind=Database failed/,
    );
    assert.ok(await getDatabase(installed, 'default/bystander'), 'stored objects can be read in their own version');
    await start();
    await created('default/early');
    assert.ok(await getDatabase(installed, 'default/bystander', 'v1beta1'));
    await databasesReady(installed, 'default/early');
  });

  it('the Database operator sends no request that it has no right to during outages', async () => {
    assert.deepEqual(await installed.missingRights(), []);
  });
});
