import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DirectoryStorage } from '../../../../apps/database-backup/tools/directory-storage.ts';

describe('a directory of archives', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-archives-'));
  });

  after(() => rm(directory, { recursive: true }));

  it('a directory of archives has one owner, of several that come at the same time, and keeps it', async () => {
    const storage = () => new DirectoryStorage(join(directory, 'shared'));
    const proposed = Array.from({ length: 20 }, (_, index) => `production/shop-${index}`);
    const owners = await Promise.all(proposed.map((owner) => storage().owner(owner)));
    assert.equal(new Set(owners).size, 1);
    await storage().clear();
    assert.equal(await storage().owner('production/late'), owners[0]);
    assert.deepEqual(await storage().list(), []);
  });
});
