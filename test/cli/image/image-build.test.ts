// Images of programs as users build them, on a given base: their contents, and how they start.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  openImageSource,
  packedContainer,
  readContainerImage,
  readStoredImage,
  tarArchive,
  uncompressedLayer,
  writeArchive,
} from '../../../lib/oci/index.ts';
import { twoPlatformImage } from '../../oci/two-platform-image.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const released = join(checkout, 'test/cli/programs/released.ts');
const two = join(checkout, 'test/cli/programs/two.ts');
const amd64 = { os: 'linux', architecture: 'amd64' };
const arm64 = { os: 'linux', architecture: 'arm64' };

describe('an image of an operator, on a base', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
    await writeArchive(join(directory, 'node.tar'), packedContainer(twoPlatformImage));
    const { code, stderr } = await run([released, 'image', 'build', '--base=node.tar', '-o', 'image.tar']);
    assert.equal(code, 0, stderr);
  });

  after(() => rm(directory, { recursive: true }));

  function run(args: readonly string[], cwd = directory) {
    const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
    execFile(process.execPath, args, { cwd }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    return promise;
  }

  async function source(path = 'image.tar') {
    const found = await openImageSource(join(directory, path));
    assert.ok(found);
    return found;
  }

  /** The image's configuration for a platform, as it is written. */
  async function configuration(architecture: string, path?: string) {
    const parts = await source(path);
    const read = async (digest: string) =>
      JSON.parse(Buffer.from((await parts(`blobs/${digest.replace(':', '/')}`)) ?? []).toString('utf8'));
    const { manifests } = JSON.parse(Buffer.from((await parts('index.json')) ?? []).toString('utf8'));
    const index = await read(manifests[0].digest);
    const manifest = index.manifests.find(({ platform }: { platform: object }) =>
      JSON.stringify(platform).includes(`"${architecture}"`),
    );
    return (await read((await read(manifest.digest)).config.digest)).config;
  }

  it('the image of an operator starts the program by the base’s Node, as an unprivileged user', async () => {
    const { Entrypoint, User, Env, Cmd } = await configuration('arm64');
    assert.deepEqual(Entrypoint, ['/usr/local/bin/node', '--max-semi-space-size=8', '/app/main.mjs']);
    assert.equal(User, '65532:65532');
    assert.deepEqual(Env, ['MALLOC_ARENA_MAX=1', 'NODE_ENV=production', 'PATH=/usr/local/bin']);
    assert.equal(Cmd, undefined);
  });

  it('the image of an operator finds Node by the base’s PATH if the base starts another program', async () => {
    const { Entrypoint, Env } = await configuration('amd64');
    assert.deepEqual(Entrypoint, ['node', '--max-semi-space-size=8', '/app/main.mjs']);
    assert.ok(Env.includes('LANG=C.UTF-8'));
  });

  it('the image of an operator has the base’s layers for each platform, and one layer with the program', async () => {
    const [first, second] = await Promise.all(
      [amd64, arm64].map(async (each) => readContainerImage(await source(), each)),
    );
    for (const [variant, { layers }] of [
      [first, twoPlatformImage.variants[0]],
      [second, twoPlatformImage.variants[1]],
    ] as const) {
      assert.deepEqual(
        variant?.layers.slice(0, -1).map(({ diffId }) => diffId),
        layers.map(({ diffId }) => diffId),
      );
    }
    assert.equal(first?.layers.at(-1)?.diffId, second?.layers.at(-1)?.diffId);
  });

  it('the image of an operator contains its chunks and licences, but no source maps and no build path', async () => {
    const { files } = await readStoredImage(await source());
    const own = [...files].filter(([path]) => path.startsWith('app/'));
    assert.ok(files.has('app/main.mjs'));
    assert.ok(own.some(([path]) => path.endsWith('.LEGAL.txt')));
    assert.deepEqual(
      own.filter(([path]) => !/^app\/(main|chunks\/[\w.-]+)\.mjs(\.LEGAL\.txt)?$/.test(path)).map(([path]) => path),
      [],
    );
    assert.deepEqual(
      own.filter(([, bytes]) => Buffer.from(bytes).includes(checkout)).map(([path]) => path),
      [],
    );
  });

  it('the image of an operator has labels from the definition, from its base, and from its options', async () => {
    const label = 'org.opencontainers.image.revision=1a2b3c';
    const { code, stderr } = await run([
      released,
      'image',
      'build',
      '--base=node.tar',
      '-o',
      'labelled.tar',
      '--label',
      label,
    ]);
    assert.equal(code, 0, stderr);
    const { 'org.opencontainers.image.base.digest': base, ...labels } = (await configuration('amd64', 'labelled.tar'))
      .Labels;
    assert.equal(base, (await readContainerImage(await source('node.tar'), amd64)).digest);
    assert.deepEqual(labels, {
      'org.opencontainers.image.title': 'cache-operator',
      'org.opencontainers.image.version': '0.1.0',
      'org.opencontainers.image.description': 'Cache',
      'org.opencontainers.image.vendor': 'Example Company',
      'org.opencontainers.image.revision': '1a2b3c',
    });
  });

  it('the image of an operator has the name in the operator’s definition', async () => {
    const [{ RepoTags }] = JSON.parse(Buffer.from((await (await source())('manifest.json')) ?? []).toString('utf8'));
    assert.deepEqual(RepoTags, ['example.com/cache-operator:0.1.0']);
  });

  it('the image of an operator has the same digest each time, from any directory', async () => {
    const { stdout } = await run([released, 'image', 'build', '--base=node.tar', '-o', 'again']);
    const elsewhere = await run(
      [released, 'image', 'build', '--base', join(directory, 'node.tar'), '-o', join(directory, 'again.tar')],
      join(checkout, 'docs'),
    );
    assert.match(stdout, /^wrote again\nsha256:[0-9a-f]{64}\n$/);
    assert.equal(elsewhere.stdout.split('\n')[1], stdout.split('\n')[1]);
  });

  for (const [why, args, words] of [
    [
      'a label is none',
      ['--base=node.tar', '--label=revision'],
      /'revision' is not a label: write it as org\.opencontainers/,
    ],
    ['the base is missing', ['--base=gone.tar'], /gone\.tar can't be the base: .*ENOENT/],
    [
      'the base is something else',
      ['--base=.'],
      /^\. is not an image: name an archive, a layout, or an image of a registry/,
    ],
    ['the base has no Node', ['--base=empty.tar', '--platforms=linux/amd64'], /empty\.tar has no Node/],
    [
      'the base isn’t made for a platform',
      ['--base=node.tar', '--platforms=linux/s390x'],
      /isn't built for linux\/s390x/,
    ],
    [
      'the lock is none',
      ['--lock=node.tar'],
      /node\.tar is not a lock of an image: write it again with `image lock --base node:/,
    ],
  ] as const) {
    it(`the image of an operator isn’t built if ${why}`, async () => {
      const empty = uncompressedLayer(tarArchive(new Map([['etc/hosts', []]])), 'a test');
      const variant = { platform: amd64, layers: [empty], start: {} };
      await writeArchive(join(directory, 'empty.tar'), packedContainer({ variants: [variant] }));
      const { code, stderr } = await run([two, 'image', 'build', '-o', 'none.tar', ...args]);
      assert.equal(code, 1);
      assert.match(stderr, words);
      assert.ok(!(await readdir(directory)).includes('none.tar'));
    });
  }
});
