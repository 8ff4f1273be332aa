import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { jsonBytes } from '../../lib/oci/blob.ts';
import {
  ImageError,
  openImageSource,
  packedImage,
  parseImageName,
  readStoredImage,
  writeArchive,
  writeLayout,
} from '../../lib/oci/index.ts';
import { cacheImage } from './cache-image.ts';

const image = packedImage(cacheImage);
const later = packedImage({ ...cacheImage, labels: { 'example.com/first': 'later' } });

describe('an image on the disk', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-oci-'));
  });

  afterEach(() => rm(directory, { recursive: true }));

  async function bytesOf(path: string): Promise<Record<string, string>> {
    const entries = (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const files = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
    return Object.fromEntries(
      await Promise.all(files.map(async (file) => [relative(path, file), await readFile(file, 'hex')] as const)),
    );
  }

  async function labelsAt(path: string) {
    const source = await openImageSource(path);
    assert.ok(source, `${path} holds no image`);
    return (await readStoredImage(source)).labels;
  }

  it('an image is read back from the directory and from the archive that were written', async () => {
    await writeLayout(join(directory, 'new/layout'), image, parseImageName('example.com/cache:1'));
    await writeArchive(join(directory, 'new/cache.tar'), image);
    assert.deepEqual(await labelsAt(join(directory, 'new/layout')), cacheImage.labels);
    assert.deepEqual(await labelsAt(join(directory, 'new/cache.tar')), cacheImage.labels);
    assert.equal(await openImageSource(directory), undefined);
  });

  it('an image replaces the previous one in a layout completely', async () => {
    const [once, twice] = [join(directory, 'once'), join(directory, 'twice')];
    await writeLayout(once, later);
    await writeLayout(twice, image, parseImageName('example.com/cache:1'));
    await writeLayout(twice, later);
    assert.deepEqual(await bytesOf(twice), await bytesOf(once));
  });

  it('a layout that a crash has left incomplete is unreadable, and is replaced by the next image', async () => {
    const whole = join(directory, 'whole');
    await writeLayout(whole, image);
    const crashed = join(directory, 'crashed');
    await mkdir(join(crashed, 'blobs/sha256'), { recursive: true });
    await writeFile(join(crashed, 'oci-layout'), '');
    await writeFile(join(crashed, 'blobs/sha256/abc.partial-1'), 'half');
    await assert.rejects(labelsAt(crashed), ImageError);
    await writeLayout(crashed, image);
    assert.deepEqual(await bytesOf(crashed), await bytesOf(whole));
  });

  it('an image is not written into a directory with other files', async () => {
    const file = join(directory, 'notes.txt');
    await writeFile(file, 'mine');
    await assert.rejects(
      writeLayout(directory, image),
      (error) => error instanceof ImageError && error.code === 'taken',
    );
    assert.deepEqual(await readdir(directory), ['notes.txt']);
  });

  for (const part of ['blobs', 'blobs/sha256']) {
    it(`an image is not written into a layout whose ${part} is a link, and the files there stay`, async () => {
      const [layout, elsewhere] = [join(directory, 'layout'), join(directory, 'elsewhere')];
      await writeLayout(layout, image);
      await rm(join(layout, part), { recursive: true });
      await mkdir(elsewhere);
      await writeFile(join(elsewhere, 'notes.txt'), 'mine');
      await symlink(elsewhere, join(layout, part));
      await assert.rejects(writeLayout(layout, later), { code: 'taken', message: new RegExp(`${part} is a link`) });
      assert.deepEqual(await readdir(elsewhere), ['notes.txt']);
    });
  }

  it('an image is not written into a layout of several images', async () => {
    const layout = join(directory, 'layout');
    await writeLayout(layout, image);
    const several = jsonBytes({ manifests: [image.root, later.root] });
    await writeFile(join(layout, 'index.json'), several);
    await assert.rejects(writeLayout(layout, later), /holds 2 images/);
    assert.deepEqual(await readFile(join(layout, 'index.json')), Buffer.from(several));
  });

  it('an image is not written over a file, nor below one', async () => {
    const file = join(directory, 'notes.txt');
    await writeFile(file, 'mine');
    const isTaken = (error: unknown) =>
      error instanceof ImageError && error.code === 'taken' && error.message.startsWith(`${file} is a file`);
    await assert.rejects(writeLayout(file, image), isTaken);
    await assert.rejects(writeLayout(join(file, 'below/it'), image), isTaken);
    await assert.rejects(writeArchive(join(file, 'below/it.tar'), image), isTaken);
    assert.equal(await readFile(file, 'utf8'), 'mine');
  });

  it('writing an image fails immediately if no directory can be created', async () => {
    await assert.rejects(writeLayout('/proc/operand/layout', image), { code: 'ENOENT' });
    await assert.rejects(writeArchive('/proc/operand/cache.tar', image), { code: 'ENOENT' });
  });

  it('a failed write of an archive leaves no part of it', async () => {
    await mkdir(join(directory, 'taken.tar'));
    await assert.rejects(writeArchive(join(directory, 'taken.tar'), image));
    assert.deepEqual(await readdir(directory), ['taken.tar']);
  });
});
