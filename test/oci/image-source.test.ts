import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ImageError, openImageSource, packedImage, readStoredImage, writeLayout } from '../../lib/oci/index.ts';
import { cacheImage } from './cache-image.ts';

describe('the source of an image in a directory', () => {
  let directory: string;
  let layout: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-layout-'));
    layout = join(directory, 'layout');
    await writeLayout(layout, packedImage(cacheImage));
    await writeFile(join(directory, 'secret'), '{}');
    await writeFile(join(directory, 'layout-secret'), '{}');
  });

  after(() => rm(directory, { recursive: true }));

  async function sourceAt(path: string) {
    const source = await openImageSource(path);
    assert.ok(source);
    return source;
  }

  it('the source of an image has the files of its directory, and undefined for missing files', async () => {
    const source = await sourceAt(layout);
    assert.ok(await source('index.json'));
    assert.equal(await source('missing'), undefined);
    assert.equal(await source(join(directory, 'secret')), undefined);
  });

  it('the source of an image reads no file outside of its directory, whatever its name', async () => {
    const source = await sourceAt(layout);
    for (const path of ['../secret', 'blobs/../../secret', '../layout-secret', '..', '.', 'blobs']) {
      await assert.rejects(source(path), ImageError, path);
    }
  });

  it('the source of an image reads no outside file that the manifest of an archive names', async () => {
    const path = join(directory, 'docker');
    await mkdir(path);
    await writeFile(join(path, 'oci-layout'), '{}');
    await writeFile(join(path, 'manifest.json'), JSON.stringify([{ Config: '../secret', Layers: [] }]));
    await assert.rejects(readStoredImage(await sourceAt(path)), /"\.\.\/secret" is not a file inside of /);
  });

  it('the source of an image follows links inside of its directory, and none to the outside', async () => {
    const source = await sourceAt(layout);
    await symlink('index.json', join(layout, 'inside'));
    assert.deepEqual(await source('inside'), await source('index.json'));
    for (const target of ['../secret', join(directory, 'secret'), directory, '/dev/zero']) {
      await symlink(target, join(layout, 'outside'));
      await assert.rejects(source('outside'), ImageError, target);
      await unlink(join(layout, 'outside'));
    }
  });
});
