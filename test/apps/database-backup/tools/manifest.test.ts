import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { manifestOf, manifestText } from '../../../../apps/database-backup/tools/manifest.ts';

const manifest = {
  archive: '20261128T070000Z',
  run: '2026-11-28T07:00:00Z',
  engine: 'mariadb' as const,
  server: { host: 'orders', port: 3306, version: '10.11' },
  roles: [],
  dumps: [
    {
      database: 'a',
      file: 'a.sql.gz',
      sizeBytes: 1,
      checksum: `sha256:${'0'.repeat(64)}`,
      settings: {},
      rows: { t: 1 },
    },
  ],
};

describe('the manifest of an archive', () => {
  it('the manifest of an archive is read as it was written', () => {
    assert.deepEqual(manifestOf(manifestText(manifest), manifest.archive), manifest);
  });

  it('the manifest of an archive is refused if it is cut, or names a file outside of the archive', () => {
    const [dump] = manifest.dumps;
    const outside = { ...manifest, dumps: [{ ...dump, file: '../../etc/passwd' }] };
    for (const text of ['', manifestText(manifest).slice(0, 50), JSON.stringify(outside)]) {
      assert.throws(
        () => manifestOf(text, manifest.archive),
        /^Failure: the manifest of archive 20261128T070000Z is not valid: restore another archive; /,
      );
    }
  });
});
