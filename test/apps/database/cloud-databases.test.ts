import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { HttpCloudDatabases } from '../../../apps/database/cloud-databases.ts';
import { until } from '../../until.ts';
import { CloudService } from '../cloud-service.ts';

const entry = { namespace: 'production', name: 'my-postgres', engine: 'postgresql', version: '14.5' };
const { signal } = new AbortController();

describe('the cloud service over HTTP', () => {
  let service: CloudService;
  let cloud: HttpCloudDatabases;

  before(async () => {
    service = await CloudService.start();
    cloud = new HttpCloudDatabases(service.url);
  });
  beforeEach(() => service.become('available'));
  after(() => service[Symbol.asyncDispose]());

  it('HttpCloudDatabases registers a database on every request', async () => {
    await cloud.register('uid-1', entry, signal);
    await cloud.register('uid-1', { ...entry, version: '14.6' }, signal);
    assert.deepEqual([...service.databases], [['uid-1', { ...entry, version: '14.6' }]]);
  });

  it('HttpCloudDatabases removes a database, and accepts that none exists', async () => {
    await cloud.register('uid-1', entry, signal);
    await cloud.remove('uid-1', signal);
    await cloud.remove('uid-1', signal);
    assert.deepEqual([...service.databases], []);
  });

  it('HttpCloudDatabases reports a refusal of the cloud service, in the same words each time', async () => {
    service.become('failing');
    await assert.rejects(cloud.register('uid-1', entry, signal), {
      message: 'the cloud service answered 503 instead of registering uid-1',
    });
    await assert.rejects(cloud.remove('uid-1', signal), {
      message: 'the cloud service answered 503 instead of removing uid-1',
    });
  });

  it('HttpCloudDatabases reports that the cloud service can’t be reached', async () => {
    const gone = await CloudService.start();
    const { url } = gone;
    await gone[Symbol.asyncDispose]();
    await assert.rejects(
      new HttpCloudDatabases(url).remove('uid-1', signal),
      /^Error: the cloud service at .* does not answer$/,
    );
  });

  it('HttpCloudDatabases stops waiting when its caller aborts', async () => {
    service.become('hanging');
    const caller = new AbortController();
    const removal = cloud.remove('uid-1', caller.signal);
    const refused = assert.rejects(removal, /does not answer/);
    await until('the service has the request', () => service.unanswered > 0);
    caller.abort();
    await refused;
  });
});
