import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readReleasedBundle } from '../../../lib/cli/synth/synthesized-bundle.ts';
import { bundle, bundleFiles } from '../../../lib/olm/index.ts';
import { cacheCatalog, cacheOperator } from '../../olm/catalog/cache-release.ts';

describe('the bundle of a release', () => {
  let releases: string;

  before(async () => {
    releases = await mkdtemp(join(tmpdir(), 'operand-releases-'));
    for (const [path, text] of bundleFiles(bundle(cacheOperator('1.0.0')))) {
      const file = join(releases, '1.0.0', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  });

  after(() => rm(releases, { recursive: true }));

  async function replaced(version: string): Promise<unknown> {
    const { catalog } = cacheCatalog({ version, props: { releases } });
    const { content } = await readReleasedBundle(catalog.props.operator, [catalog]);
    return content.clusterServiceVersion.at('spec', 'replaces').value;
  }

  it('the bundle of a release names the release that it replaces in its channels', async () => {
    assert.equal(await replaced('1.1.0'), 'cache-operator.v1.0.0');
  });

  it('the bundle of the first release, or without a catalog, replaces no release', async () => {
    assert.equal(await replaced('1.0.0'), undefined);
    const { content } = await readReleasedBundle(cacheOperator('1.1.0'), []);
    assert.equal(content.clusterServiceVersion.at('spec', 'replaces').isAbsent, true);
  });
});
