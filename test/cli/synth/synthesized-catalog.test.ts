import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { synthesizedCatalog } from '../../../lib/cli/synth/synthesized-catalog.ts';
import { bundle, bundleFiles } from '../../../lib/olm/index.ts';
import { cacheCatalog, cacheOperator, cacheRelease } from '../../olm/catalog/cache-release.ts';

describe('the catalog of an app', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-releases-'));
    for (const [path, text] of bundleFiles(bundle(cacheOperator('1.0.0')))) {
      const file = join(directory, '1.0.0', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
    await writeFile(join(directory, 'README.md'), 'Releases.\n');
  });

  after(() => rm(directory, { recursive: true }));

  it('a catalog contains the releases of the directory, by any path', async () => {
    for (const releases of [directory, pathToFileURL(`${directory}/`)]) {
      const { catalog } = cacheCatalog({ version: '1.1.0', props: { releases } });
      const { files, templates } = await synthesizedCatalog(catalog, cacheRelease('1.1.0'));
      assert.deepEqual([...files.keys()], ['catalog.yaml']);
      assert.match(
        files.get('catalog.yaml') ?? '',
        /entries:\n {2}- name: cache-operator\.v1\.0\.0\n {2}- name: cache-operator\.v1\.1\.0\n {4}replaces: cache-operator\.v1\.0\.0\n/,
      );
      assert.deepEqual([...templates.keys()], ['basic.yaml', 'semver.yaml']);
    }
  });

  it('a catalog is refused if the directory of releases is missing', async () => {
    const releases = join(directory, 'nowhere');
    const { catalog } = cacheCatalog({ version: '1.1.0', props: { releases } });
    await assert.rejects(synthesizedCatalog(catalog, cacheRelease('1.1.0')), {
      code: 'command-failed',
      message: `[Catalog] releases ${releases} can't be read: create the directory with the first release, or leave \`releases\` out until then`,
    });
  });
});
