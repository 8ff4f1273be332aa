// Grows the volumes of a ready Database, and checks that its servers stay. Called by the tests of each engine.

import assert from 'node:assert/strict';
import { condition, databasesReady, getDatabase, uidsOf } from '../apps/databases.ts';
import { until } from '../until.ts';
import type { InstalledRelease } from './installed-release.ts';

/**
 * Requests larger volumes; resolves when all volumes, and the Database, have the new size.
 *
 * @param key - `namespace/name` of the Database.
 * @throws AssertionError unless pods and volumes are the same as before, under a new StatefulSet.
 */
export async function growStorage(release: InstalledRelease, key: string, storage: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const uids = () => Promise.all([uidsOf(release, 'pods', key), uidsOf(release, 'persistentvolumeclaims', key)]);
  const statefulSet = async () => (await release.get('statefulset', name, namespace))?.metadata.uid;
  const [before, formerSet] = [await uids(), await statefulSet()];
  const count = Object.keys(before[1]).length;

  const patch = JSON.stringify({ spec: { storage } });
  await release.kubectl('patch', 'database', name, '-n', namespace, '--type=merge', '-p', patch);
  await until('the volumes have grown', async () => {
    const { message } = condition((await getDatabase(release, key))?.status, 'StorageReady') ?? {};
    return message === `${count} of ${count} volumes of ${storage} are bound`;
  });
  const claims = await release.list('persistentvolumeclaims', namespace, `database=${name}`);
  assert.deepEqual(
    claims.map(({ status }) => (status as { capacity: { storage: string } }).capacity.storage),
    Array.from({ length: count }, () => storage),
  );
  await databasesReady(release, key);
  assert.deepEqual(await uids(), before);
  assert.notEqual(await statefulSet(), formerSet);
}
