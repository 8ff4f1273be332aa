import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ContainerStart, packedContainer, tarArchive, uncompressedLayer } from '../../lib/oci/index.ts';
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
  it('has a separate configuration and layers for each platform', () => {
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

  it('contains a shared layer of platforms once', () => {
    const { blobs } = packedContainer(twoPlatformImage);
    const digests = blobs.map(({ descriptor }) => descriptor.digest);
    assert.equal(new Set(digests).size, digests.length);
    // Three layers, two configurations, two manifests, one index.
    assert.equal(digests.length, 8);
  });

  it('contains its start command in the form of the specification', () => {
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

  it('omits fields that it isn’t given', () => {
    assert.deepEqual(started({}), {});
  });

  it('is the same for any order of variables and labels', () => {
    const digest = (env: Readonly<Record<string, string>>) =>
      packedContainer({
        variants: [{ platform: { os: 'linux', architecture: 'amd64' }, layers: [empty], start: { env, labels: env } }],
      }).root.digest;
    assert.equal(digest({ a: '1', b: '2' }), digest({ b: '2', a: '1' }));
    assert.notEqual(digest({ a: '1' }), digest({ a: '2' }));
  });
});
