import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { blob, blobPath, jsonBlob, jsonBytes } from '../../lib/oci/blob.ts';
import { archiveSource } from '../../lib/oci/image-source.ts';
import {
  type Image,
  ImageError,
  type ImageSource,
  imageArchive,
  packedImage,
  parseImageName,
  readStoredImage,
} from '../../lib/oci/index.ts';
import { imageLayout } from '../../lib/oci/layout.ts';
import { cacheImage } from './cache-image.ts';
import { tarball } from './tarball.ts';

const content = {
  files: new Map([...cacheImage.files].map(([path, bytes]) => [path, Buffer.from(bytes)])),
  labels: { ...cacheImage.labels },
};

async function read(source: ImageSource) {
  const { files, labels } = await readStoredImage(source);
  return { files: new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes)])), labels };
}

function inMemory(files: ReadonlyMap<string, Uint8Array>): ImageSource {
  return (path) => Promise.resolve(files.get(path));
}

function layoutOf(image: Image): Map<string, Uint8Array> {
  return new Map([...imageLayout(packedImage(image))].map(([path, content]) => [path, Buffer.concat(content)]));
}

/** A layout as other tools write it: of an image with these layers, beside an attestation of its build. */
function foreignLayout(layers: readonly Uint8Array[]): Map<string, Uint8Array> {
  const layerBlobs = layers.map((bytes) => blob('application/vnd.docker.image.rootfs.diff.tar.gzip', [bytes]));
  const config = jsonBlob('application/vnd.docker.container.image.v1+json', { config: { Labels: null } });
  const manifest = jsonBlob('application/vnd.docker.distribution.manifest.v2+json', {
    schemaVersion: 2,
    config: config.descriptor,
    layers: layerBlobs.map(({ descriptor }) => descriptor),
    annotations: null,
  });
  const attestation = { ...config.descriptor, platform: { os: 'unknown', architecture: 'unknown' } };
  const index = jsonBlob('', { manifests: [attestation, { ...manifest.descriptor, platform: null }] });
  const all = [...layerBlobs, config, manifest, index];
  return new Map([
    ...all.map(({ descriptor, content }) => [blobPath(descriptor.digest), Buffer.concat(content)] as const),
    ['index.json', jsonBytes({ manifests: [index.descriptor] })],
  ]);
}

describe('a stored image', () => {
  const platforms = [...cacheImage.platforms, { os: 'linux', architecture: 'arm64' }] as const;

  it('a stored image is read back from a layout, for one platform and for several', async () => {
    assert.deepEqual(await read(inMemory(layoutOf(cacheImage))), content);
    assert.deepEqual(await read(inMemory(layoutOf({ ...cacheImage, platforms }))), content);
  });

  it('a stored image is read back though the parts for one of its platforms are missing', async () => {
    const layout = layoutOf({ ...cacheImage, platforms });
    const document = (path: string) => JSON.parse(String(layout.get(path)));
    const [first] = document(blobPath(document('index.json').manifests[0].digest)).manifests;
    layout.delete(blobPath(first.digest));
    assert.deepEqual(await read(inMemory(layout)), content);
  });

  it('a stored image is read back from an archive, also from a compressed one', async () => {
    const image = packedImage({ ...cacheImage, platforms });
    const archive = Buffer.concat(imageArchive(image, parseImageName('example.com/cache:1')));
    assert.deepEqual(await read(archiveSource(archive)), content);
    assert.deepEqual(await read(archiveSource(gzipSync(archive))), content);
  });

  it('a stored image is read back from an archive that only Docker understands', async () => {
    const archive = Buffer.concat(imageArchive(packedImage(cacheImage), parseImageName('example.com/cache:1')));
    const source = archiveSource(archive);
    assert.deepEqual(
      await read((path) => (path === 'index.json' ? Promise.resolve(undefined) : source(path))),
      content,
    );
  });

  it('a stored image has the files of all layers, without those that higher layers remove', async () => {
    const lower = tarball(
      new Map(['a/kept', 'a/removed', 'b/one', 'b/two/three', 'c/gone/d'].map((path) => [path, Buffer.from('lower')])),
    );
    const upper = tarball(
      new Map(['a/.wh.removed', 'b/.wh..wh..opq', 'b/new', '.wh.c'].map((path) => [path, Buffer.from('upper')])),
    );
    const { files, labels } = await read(inMemory(foreignLayout([gzipSync(lower), upper])));
    assert.deepEqual([...files.keys()].toSorted(), ['a/kept', 'b/new']);
    assert.deepEqual(labels, {});
    const whole = tarball(new Map(['.wh..wh..opq', 'd'].map((path) => [path, Buffer.from('top')])));
    const top = await read(inMemory(foreignLayout([gzipSync(lower), upper, whole])));
    assert.deepEqual([...top.files.keys()], ['d']);
  });

  it('a stored image is refused if a part is missing or damaged', async () => {
    for (const path of layoutOf(cacheImage).keys()) {
      if (path === 'oci-layout') continue;
      const [missing, damaged] = [layoutOf(cacheImage), layoutOf(cacheImage)];
      missing.delete(path);
      damaged.set(path, Buffer.concat([damaged.get(path) ?? Buffer.alloc(0), Buffer.from(' x')]));
      for (const layout of [missing, damaged]) {
        await assert.rejects(readStoredImage(inMemory(layout)), (error) => error instanceof ImageError, path);
      }
    }
  });

  it('a stored image is refused if its small layers decompress to more than 1 GiB together', async () => {
    const layer = zstdCompressSync(Buffer.alloc(2 ** 28));
    assert.ok(layer.length < 2 ** 20);
    await assert.rejects(
      readStoredImage(inMemory(foreignLayout([layer, layer, layer, layer, layer]))),
      (error) => error instanceof ImageError && error.code === 'too-large' && /more than \d+ bytes/.test(error.message),
    );
  });

  it('a stored image that names one layer a thousand times is refused before it is read', async () => {
    const layer = gzipSync(tarball(new Map()));
    let readCount = 0;
    const layout = foreignLayout(Array.from({ length: 1_000 }, () => layer));
    const source: ImageSource = (path) => {
      readCount += 1;
      return Promise.resolve(layout.get(path));
    };
    await assert.rejects(
      readStoredImage(source),
      (error) => error instanceof ImageError && error.code === 'too-large' && error.message.includes('1000 layers'),
    );
    assert.ok(readCount < 20, String(readCount));
  });

  it('a stored image with compressed layers of more than 1 GiB is refused without reading all', async () => {
    const bytes = Buffer.alloc(2 ** 28);
    let readCount = 0;
    const description = [{ Config: 'config', Layers: Array.from({ length: 100 }, (_, index) => `layer-${index}`) }];
    const source: ImageSource = (path) => {
      if (path.startsWith('layer-')) readCount += 1;
      const documents = new Map([
        ['manifest.json', jsonBytes(description)],
        ['config', jsonBytes({})],
      ]);
      return Promise.resolve(path.startsWith('layer-') ? bytes : documents.get(path));
    };
    await assert.rejects(readStoredImage(source), (error) => error instanceof ImageError && error.code === 'too-large');
    assert.equal(readCount, 5);
  });

  it('a layout with several images is refused', async () => {
    const one = layoutOf(cacheImage);
    const other = layoutOf({ ...cacheImage, labels: {} });
    const manifests = [one, other].flatMap((layout) => JSON.parse(String(layout.get('index.json'))).manifests);
    const both = new Map([...one, ...other, ['index.json', jsonBytes({ manifests })] as const]);
    await assert.rejects(readStoredImage(inMemory(both)), /index\.json has 2 images/);
  });
});
