import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import {
  type ContainerStart,
  type Image,
  imageArchive,
  packedContainer,
  packedImage,
  tarArchive,
  uncompressedLayer,
} from '../../lib/oci/index.ts';
import { cacheImage } from './cache-image.ts';
import { twoPlatformImage } from './two-platform-image.ts';

const empty = uncompressedLayer(tarArchive(new Map()), 'a test');

function document(image: ReturnType<typeof packedContainer>, digest: string) {
  const found = image.blobs.find(({ descriptor }) => descriptor.digest === digest);
  assert.ok(found, `${digest} is missing`);
  return JSON.parse(Buffer.concat(found.content).toString('utf8'));
}

function started(start: ContainerStart) {
  const image = packedContainer({
    variants: [{ platform: { os: 'linux', architecture: 'amd64' }, layers: [empty], start }],
  });
  return document(image, image.first.config.digest).config;
}

describe('an image of a program', () => {
  it('the image of a program has a separate configuration and layers for each platform', () => {
    const image = packedContainer(twoPlatformImage);
    const { manifests } = document(image, image.root.digest);
    const found = manifests.map(({ digest, platform }: { digest: string; platform: object }) => {
      const { config, layers } = document(image, digest);
      const { architecture, rootfs, history } = document(image, config.digest);
      return { platform, architecture, layers: layers.length, diffIds: rootfs.diff_ids, steps: history.length };
    });
    assert.deepEqual(
      found,
      twoPlatformImage.variants.map(({ platform, layers }) => ({
        platform,
        architecture: platform.architecture,
        layers: 2,
        diffIds: layers.map(({ diffId }) => diffId),
        steps: 2,
      })),
    );
  });

  it('the image of a program contains a layer that platforms share once', () => {
    const { blobs } = packedContainer(twoPlatformImage);
    const digests = blobs.map(({ descriptor }) => descriptor.digest);
    assert.equal(new Set(digests).size, digests.length);
    // Three layers, two configurations, two manifests, one index.
    assert.equal(digests.length, 8);
  });

  it('the image of a program contains its start command in the form of the specification', () => {
    const start = {
      user: '65532:65532',
      entrypoint: ['/usr/local/bin/node', '/app/main.mjs'],
      command: ['run'],
      env: { PATH: '/usr/bin', NODE_ENV: 'production' },
      workingDirectory: '/app',
      labels: { b: '2', a: '1' },
      ports: ['8081/tcp', '8080/tcp'],
      volumes: ['/data'],
    };
    assert.deepEqual(started(start), {
      User: '65532:65532',
      Entrypoint: ['/usr/local/bin/node', '/app/main.mjs'],
      Cmd: ['run'],
      Env: ['NODE_ENV=production', 'PATH=/usr/bin'],
      WorkingDir: '/app',
      Labels: { a: '1', b: '2' },
      ExposedPorts: { '8080/tcp': {}, '8081/tcp': {} },
      Volumes: { '/data': {} },
    });
  });

  it('the image of a program omits the fields of the start command that are not given', () => {
    assert.deepEqual(started({}), {});
  });

  it('the image of a program has the same digest for any order of variables and labels', () => {
    const digest = (env: Readonly<Record<string, string>>) =>
      packedContainer({
        variants: [{ platform: { os: 'linux', architecture: 'amd64' }, layers: [empty], start: { env, labels: env } }],
      }).root.digest;
    assert.equal(digest({ a: '1', b: '2' }), digest({ b: '2', a: '1' }));
    assert.notEqual(digest({ a: '1' }), digest({ a: '2' }));
  });
});

const arm = { os: 'linux', architecture: 'arm', variant: 'v7' };

function sha256(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

/** The documents and the layer of an image, by their digests. */
function parts(image: Image) {
  const { blobs, root } = packedImage(image);
  const bytes = new Map(blobs.map(({ descriptor, content }) => [descriptor.digest, Buffer.concat(content)]));
  const document = (digest: string) => JSON.parse(Buffer.from(bytes.get(digest) ?? []).toString());
  return { root, blobs, bytes, document };
}

describe('an image', () => {
  it('an image of files has the same digest on every machine, and with every release of Node', () => {
    // A new form of images changes it: update it only if the change is intended.
    assert.equal(
      packedImage(cacheImage).root.digest,
      'sha256:caf2999de08aba0ea9f69dc1621dc9228ec0d8a06d07cd4e210f484c02d4528a',
    );
  });

  it('an image of files has the same digest for any order of files and labels', () => {
    const files = new Map([...cacheImage.files].toReversed());
    const labels = Object.fromEntries(Object.entries(cacheImage.labels).toReversed());
    assert.equal(packedImage({ ...cacheImage, files, labels }).root.digest, packedImage(cacheImage).root.digest);
  });

  it('an image of files has another digest if a byte, a path or a label differs', () => {
    const [[path, bytes] = ['', Buffer.alloc(0)]] = cacheImage.files;
    const all = [
      cacheImage,
      { ...cacheImage, files: new Map([...cacheImage.files, [path, Buffer.concat([bytes, Buffer.from('\n')])]]) },
      { ...cacheImage, files: new Map([[`${path}x`, bytes]]) },
      { ...cacheImage, labels: { ...cacheImage.labels, 'example.com/first': '2' } },
    ];
    assert.equal(new Set(all.map((image) => packedImage(image).root.digest)).size, all.length);
  });

  it('an image describes each part by its size and digest', () => {
    const { blobs, root, document } = parts(cacheImage);
    for (const { descriptor, content } of blobs) {
      const bytes = Buffer.concat(content);
      assert.deepEqual([descriptor.digest, descriptor.size], [sha256(bytes), bytes.length]);
    }
    const { config, layers } = document(root.digest);
    assert.deepEqual(
      [root, config, ...layers].map(({ digest }) => digest).toSorted(),
      blobs.map(({ descriptor }) => descriptor.digest).toSorted(),
    );
  });

  it('an image references its files, also in an archive, so that large files are in memory once', () => {
    const file = Buffer.alloc(2 ** 23, 'x');
    const image = packedImage({ ...cacheImage, files: new Map([['configs/catalog.yaml', file]]) });
    for (const pieces of [image.blobs.flatMap(({ content }) => content), imageArchive(image)]) {
      const copied = pieces.filter(({ buffer }) => buffer !== file.buffer);
      const copiedBytes = copied.reduce((sum, { length }) => sum + length, 0);
      assert.ok(copiedBytes < file.length / 100, `${copiedBytes} bytes beside the file’s own`);
    }
  });

  it('the configuration of an image names the digest of the decompressed layer', () => {
    const { root, document, bytes } = parts(cacheImage);
    const manifest = document(root.digest);
    const { rootfs } = document(manifest.config.digest);
    const layer = bytes.get(manifest.layers[0].digest);
    assert.deepEqual(rootfs, { type: 'layers', diff_ids: [sha256(gunzipSync(layer ?? Buffer.alloc(0)))] });
  });

  it('the configuration of an image has its labels and its platform, and no time', () => {
    const { root, document } = parts(cacheImage);
    const { config, os, architecture, created, history } = document(document(root.digest).config.digest);
    assert.deepEqual(config, { Labels: cacheImage.labels });
    assert.deepEqual([os, architecture, created], ['linux', 'amd64', undefined]);
    assert.deepEqual(history, [{ created_by: 'operand' }]);
  });

  it('an image contains its creation time if one is given', () => {
    const { root, document } = parts({ ...cacheImage, created: new Date(1_700_000_000_000) });
    assert.equal(document(document(root.digest).config.digest).created, '2023-11-14T22:13:20Z');
  });

  it('an image for several platforms is an index of manifests with one shared layer', () => {
    const { root, document, blobs } = parts({ ...cacheImage, platforms: [...cacheImage.platforms, arm] });
    const { manifests, mediaType } = document(root.digest);
    assert.equal(mediaType, 'application/vnd.oci.image.index.v1+json');
    assert.deepEqual(
      manifests.map(({ platform }: { platform: unknown }) => platform),
      [cacheImage.platforms[0], arm],
    );
    const layers = manifests.map(({ digest }: { digest: string }) => document(digest).layers[0].digest);
    assert.equal(new Set(layers).size, 1);
    assert.equal(document(document(manifests[1].digest).config.digest).variant, 'v7');
    assert.equal(blobs.length, 6);
  });
});
