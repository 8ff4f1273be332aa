import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import {
  imageSource,
  packedContainer,
  presentLayer,
  storedContainer,
  writeArchive,
  writeLayout,
} from '../../lib/oci/index.ts';
import { twoPlatformImage } from './two-platform-image.ts';

const arm64 = { os: 'linux', architecture: 'arm64' };

describe('an image to put a program on', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-base-'));
    await writeLayout(join(directory, 'layout'), packedContainer(twoPlatformImage));
    await writeArchive(join(directory, 'archive.tar'), packedContainer(twoPlatformImage));
  });

  after(() => rm(directory, { recursive: true }));

  async function sourceAt(path: string) {
    const source = await imageSource(join(directory, path));
    assert.ok(source);
    return source;
  }

  for (const path of ['layout', 'archive.tar']) {
    it(`is read for one platform from ${path}`, async () => {
      const { layers, start, digest } = await storedContainer(await sourceAt(path), arm64);
      const [, { layers: expected }] = twoPlatformImage.variants;
      assert.deepEqual(
        layers.map(({ diffId, blob }) => [diffId, blob.descriptor]),
        expected.map(({ diffId, blob }) => [diffId, blob.descriptor]),
      );
      assert.deepEqual(start, { entrypoint: ['/usr/local/bin/node'], env: { PATH: '/usr/local/bin' } });
      assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    });
  }

  it('is read if it is for one platform alone', async () => {
    const [first] = twoPlatformImage.variants;
    await writeArchive(join(directory, 'one.tar'), packedContainer({ variants: [first] }));
    const { start } = await storedContainer(await sourceAt('one.tar'), first.platform);
    assert.deepEqual(start.env, { PATH: '/usr/local/bin', LANG: 'C.UTF-8' });
  });

  it('is refused for a platform that it isn’t made for', async () => {
    await assert.rejects(
      storedContainer(await sourceAt('layout'), { os: 'linux', architecture: 's390x' }),
      /it isn't made for linux\/s390x: leave that platform out/,
    );
  });

  it('is refused if a part of it isn’t what its digest says', async () => {
    const image = packedContainer(twoPlatformImage);
    await writeLayout(join(directory, 'damaged'), image);
    const [damaged] = twoPlatformImage.variants[1].layers;
    const path = join(directory, 'damaged/blobs', damaged.blob.descriptor.digest.replace(':', '/'));
    await writeFile(path, 'something else');
    await assert.rejects(storedContainer(await sourceAt('damaged'), arm64), /isn't what its digest says/);
  });

  it('keeps its layers as they are, however they are compressed', () => {
    const gzip = Buffer.concat(twoPlatformImage.variants[0].layers[0].blob.content);
    const tar = gunzipSync(gzip);
    const layers = [gzip, tar, zstdCompressSync(tar)].map((bytes) => presentLayer(bytes, 'a test'));
    assert.equal(new Set(layers.map(({ diffId }) => diffId)).size, 1);
    assert.deepEqual(
      layers.map(({ blob }) => blob.descriptor.mediaType.replace('application/vnd.oci.image.layer.v1.', '')),
      ['tar+gzip', 'tar', 'tar+zstd'],
    );
  });
});
