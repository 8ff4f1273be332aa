import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync, zstdCompressSync } from 'node:zlib';
import { blobPath, jsonBlob, jsonBytes } from '../../lib/oci/blob.ts';
import {
  type ContainerImage,
  type ImageSource,
  openImageSource,
  packedContainer,
  presentLayer,
  readContainerImage,
  writeArchive,
  writeLayout,
} from '../../lib/oci/index.ts';
import { imageLayout } from '../../lib/oci/layout.ts';
import { twoPlatformImage } from './two-platform-image.ts';

const arm64 = { os: 'linux', architecture: 'arm64' };

/** The parts of an image for these variants: path → bytes. */
function partsOf(...[first, ...others]: ContainerImage['variants']): Map<string, Uint8Array> {
  const layout = imageLayout(packedContainer({ variants: [first, ...others] }));
  return new Map([...layout].map(([path, content]) => [path, Buffer.concat(content)]));
}

function inMemory(parts: ReadonlyMap<string, Uint8Array>): ImageSource {
  return (path) => Promise.resolve(parts.get(path));
}

function documentIn(parts: ReadonlyMap<string, Uint8Array>, path: string) {
  return JSON.parse(String(parts.get(path)));
}

describe('a base image for a program', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-base-'));
    await writeLayout(join(directory, 'layout'), packedContainer(twoPlatformImage));
    await writeArchive(join(directory, 'archive.tar'), packedContainer(twoPlatformImage));
  });

  after(() => rm(directory, { recursive: true }));

  async function sourceAt(path: string) {
    const source = await openImageSource(join(directory, path));
    assert.ok(source);
    return source;
  }

  for (const path of ['layout', 'archive.tar']) {
    it(`a base image is read for one platform from ${path}`, async () => {
      const { layers, start, digest } = await readContainerImage(await sourceAt(path), arm64);
      const [, { layers: expected }] = twoPlatformImage.variants;
      assert.deepEqual(
        layers.map(({ diffId, blob }) => [diffId, blob.descriptor]),
        expected.map(({ diffId, blob }) => [diffId, blob.descriptor]),
      );
      assert.deepEqual(start, { entrypoint: ['/usr/local/bin/node'], env: { PATH: '/usr/local/bin' } });
      assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    });
  }

  it('a base image for a single platform is read', async () => {
    const [first] = twoPlatformImage.variants;
    await writeArchive(join(directory, 'one.tar'), packedContainer({ variants: [first] }));
    const { start } = await readContainerImage(await sourceAt('one.tar'), first.platform);
    assert.deepEqual(start.env, { PATH: '/usr/local/bin', LANG: 'C.UTF-8' });
  });

  it('a base image is read for one platform if the parts for other platforms are missing', async () => {
    const parts = partsOf(...twoPlatformImage.variants);
    const index = documentIn(parts, blobPath(documentIn(parts, 'index.json').manifests[0].digest));
    for (const { digest, platform } of index.manifests) {
      if (platform.architecture !== 'arm64') parts.delete(blobPath(digest));
    }
    const { start } = await readContainerImage(inMemory(parts), arm64);
    assert.deepEqual(start.entrypoint, ['/usr/local/bin/node']);
  });

  it('a base image is read beside an attestation of its build', async () => {
    const parts = partsOf(...twoPlatformImage.variants);
    const [root] = documentIn(parts, 'index.json').manifests;
    const statement = jsonBlob('application/vnd.oci.image.manifest.v1+json', { layers: [], config: {} });
    const platform = { os: 'unknown', architecture: 'unknown' };
    const { manifests } = documentIn(parts, blobPath(root.digest));
    const attested = jsonBlob('', { manifests: [{ ...statement.descriptor, platform }, ...manifests] });
    for (const { descriptor, content } of [statement, attested]) {
      parts.set(blobPath(descriptor.digest), Buffer.concat(content));
    }
    parts.set('index.json', jsonBytes({ manifests: [attested.descriptor] }));
    const { start } = await readContainerImage(inMemory(parts), arm64);
    assert.deepEqual(start.entrypoint, ['/usr/local/bin/node']);
    await assert.rejects(readContainerImage(inMemory(parts), platform), /it isn't built for unknown\/unknown/);
  });

  it('a base image is read for the requested variant of a platform', async () => {
    const [first, second] = twoPlatformImage.variants;
    const arm = (variant: string) => ({ os: 'linux', architecture: 'arm', variant });
    const parts = partsOf({ ...first, platform: arm('v6') }, { ...second, platform: arm('v7') });
    const { start } = await readContainerImage(inMemory(parts), arm('v7'));
    assert.deepEqual(start.entrypoint, second.start.entrypoint);
    await assert.rejects(readContainerImage(inMemory(parts), arm('v8')), /it isn't built for linux\/arm\/v8/);
    const { digest } = await readContainerImage(inMemory(partsOf(second)), { ...second.platform, variant: 'v8' });
    assert.match(digest, /^sha256:/);
  });

  it('a base image is refused if several images are built for the platform', async () => {
    const [first, second] = twoPlatformImage.variants;
    const [one, other] = [partsOf(first, second), partsOf({ ...second, layers: first.layers })];
    const manifests = [one, one, other].flatMap((parts) => documentIn(parts, 'index.json').manifests);
    const parts = new Map([...one, ...other, ['index.json', jsonBytes({ manifests })] as const]);
    await assert.rejects(readContainerImage(inMemory(parts), arm64), {
      message: 'index.json has 2 images for linux/arm64: name one with a single image',
    });
    const { start } = await readContainerImage(inMemory(parts), first.platform);
    assert.deepEqual(start.entrypoint, first.start.entrypoint);
  });

  it('a base image in an archive that only Docker understands is refused, with the remedy', async () => {
    await assert.rejects(readContainerImage(inMemory(new Map([['manifest.json', jsonBytes([])]])), arm64), {
      message:
        'index.json is missing: save the image as an archive or a layout of OCI, as Docker does since its version 25',
    });
  });

  it('a base image is refused for a platform that it isn’t built for', async () => {
    await assert.rejects(
      readContainerImage(await sourceAt('layout'), { os: 'linux', architecture: 's390x' }),
      /it isn't built for linux\/s390x: leave that platform out/,
    );
  });

  it('each part of a base image is read once, however often indexes name it', async () => {
    const parts = partsOf(...twoPlatformImage.variants);
    let { manifests } = documentIn(parts, 'index.json');
    for (let level = 0; level < 30; level += 1) {
      const index = jsonBlob('', { manifests: [...manifests, ...manifests], level });
      parts.set(blobPath(index.descriptor.digest), Buffer.concat(index.content));
      manifests = [index.descriptor];
    }
    parts.set('index.json', jsonBytes({ manifests }));
    const windows = { os: 'windows', architecture: 'amd64' };
    let readCount = 0;
    const source: ImageSource = async (path) => {
      readCount += 1;
      assert.ok(readCount < 200);
      return parts.get(path);
    };
    await assert.rejects(readContainerImage(source, windows), /it isn't built for windows/);
    assert.ok(await readContainerImage(inMemory(parts), arm64));
  });

  it('a base image is refused if a part of it differs from its digest', async () => {
    const image = packedContainer(twoPlatformImage);
    await writeLayout(join(directory, 'damaged'), image);
    const [damaged] = twoPlatformImage.variants[1].layers;
    const path = join(directory, 'damaged/blobs', damaged.blob.descriptor.digest.replace(':', '/'));
    await writeFile(path, 'something else');
    await assert.rejects(readContainerImage(await sourceAt('damaged'), arm64), /doesn't match its digest/);
  });

  it('a base layer of any compression has the same diff id, and keeps its bytes and media type', () => {
    const gzip = Buffer.concat(twoPlatformImage.variants[0].layers[0].blob.content);
    const tar = gunzipSync(gzip);
    // A layer in the form that can be fetched in parts: a frame for each, and a table of them that isn't content.
    const table = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);
    const frames = [tar.subarray(0, 700), tar.subarray(700)].map((part) => zstdCompressSync(part));
    const compressed = [gzip, tar, zstdCompressSync(tar), Buffer.concat([...frames, table])];
    const layers = compressed.map((bytes) => presentLayer(bytes, 'a test'));
    assert.equal(new Set(layers.map(({ diffId }) => diffId)).size, 1);
    assert.deepEqual(
      layers.map(({ blob }) => Buffer.concat(blob.content)),
      compressed.map((bytes) => Buffer.from(bytes)),
    );
    assert.deepEqual(
      layers.map(({ blob }) => blob.descriptor.mediaType.replace('application/vnd.oci.image.layer.v1.', '')),
      ['tar+gzip', 'tar', 'tar+zstd', 'tar+zstd'],
    );
  });
});
