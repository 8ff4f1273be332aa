// Images as users build them: arguments in, an archive or a directory and a digest out.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openImageSource, packedImage, readStoredImage, writeArchive } from '../../../lib/oci/index.ts';
import { yamlStream } from '../../../lib/olm/index.ts';
import { goodCatalog } from '../../olm/catalog/good-catalog.ts';
import { programEnvironment } from '../program-environment.ts';

const program = fileURLToPath(new URL('../../../lib/cli/operand.ts', import.meta.url));
const bundle = fileURLToPath(new URL('../../../bundle/memcached-operator/', import.meta.url));

describe('the commands that build images', () => {
  let directory: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
  });

  after(() => rm(directory, { recursive: true }));

  function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
    const options = { cwd: directory, env: { ...programEnvironment, HOME: directory, ...env } };
    execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    return promise;
  }

  async function imageAt(path: string) {
    const source = await openImageSource(join(directory, path));
    assert.ok(source);
    return await readStoredImage(source);
  }

  it('bundle image writes manifests and metadata, with annotations as labels, and prints the digest', async () => {
    const { stdout, stderr, code } = await run(['bundle', 'image', bundle, '-o', 'out/bundle.tar', '-t', 'a.com/b:1']);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^wrote out\/bundle\.tar\nsha256:[0-9a-f]{64}\n$/);
    const { files, labels } = await imageAt('out/bundle.tar');
    assert.deepEqual([...new Set([...files.keys()].map((path) => path.split('/')[0]))].toSorted().slice(0, 2), [
      'manifests',
      'metadata',
    ]);
    assert.equal(labels['operators.operatorframework.io.bundle.package.v1'], 'memcached-operator');
    const annotations = await readFile(join(bundle, 'metadata/annotations.yaml'));
    assert.deepEqual(Buffer.from(files.get('metadata/annotations.yaml') ?? []), annotations);
    for (const [name, value] of Object.entries(labels)) assert.ok(annotations.includes(`${name}: ${value}`), name);
  });

  it('bundle image writes the same digest into an archive and into a directory, each time', async () => {
    const digests = [];
    for (const output of ['same.tar', 'same/', 'same/', 'other.tar']) {
      const { stdout } = await run(['bundle', 'image', bundle, '--output', output]);
      digests.push(stdout.split('\n')[1]);
    }
    assert.match(digests[0] ?? '', /^sha256:/);
    assert.equal(new Set(digests).size, 1);
    assert.deepEqual(await readFile(join(directory, 'same.tar')), await readFile(join(directory, 'other.tar')));
  });

  it('bundle image writes the creation time only if the environment sets it', async () => {
    const digest = async (env: Readonly<Record<string, string>>) =>
      (await run(['bundle', 'image', bundle, '-o', 'created.tar'], env)).stdout;
    assert.equal(await digest({ SOURCE_DATE_EPOCH: '1700000000' }), await digest({ SOURCE_DATE_EPOCH: '1700000000' }));
    assert.notEqual(await digest({ SOURCE_DATE_EPOCH: '1700000000' }), await digest({}));
    const { code, stderr } = await run(['bundle', 'image', bundle, '-o', 'created.tar'], { SOURCE_DATE_EPOCH: 'now' });
    assert.equal(code, 2);
    assert.match(stderr, /^SOURCE_DATE_EPOCH is 'now': set it to seconds since 1970/);
  });

  it('catalog image writes the catalog’s documents below the path that its label names', async () => {
    await mkdir(join(directory, 'catalog'));
    await writeFile(join(directory, 'catalog/catalog.yaml'), yamlStream(goodCatalog().blobs));
    await writeFile(join(directory, 'catalog/README.md'), 'No document.');
    const platforms = '--platforms=linux/amd64,linux/arm64';
    const { code, stdout, stderr } = await run(['catalog', 'image', 'catalog', '-o', 'catalog.tar', platforms]);
    assert.equal(code, 0, stdout + stderr);
    const { files, labels } = await imageAt('catalog.tar');
    assert.deepEqual([...files.keys()], ['configs/catalog.yaml']);
    assert.deepEqual(labels, { 'operators.operatorframework.io.index.configs.v1': '/configs' });
  });

  it('catalog image builds no image of a catalog with errors', async () => {
    await writeFile(join(directory, 'broken.yaml'), 'schema: olm.channel\npackage: a\nname: stable\nentries: []\n');
    const { code, stderr } = await run(['catalog', 'image', 'broken.yaml', '-o', 'broken-catalog']);
    assert.equal(code, 1);
    assert.match(stderr, /^no image is built because of these errors: broken-catalog is unchanged/);
    assert.ok(!(await readdir(directory)).includes('broken-catalog'));
  });

  it('bundle image builds no image of a bundle with errors', async () => {
    await cp(bundle, join(directory, 'broken'), { recursive: true });
    await rm(join(directory, 'broken/metadata'), { recursive: true });
    const { code, stdout, stderr } = await run(['bundle', 'image', 'broken', '-o', 'broken.tar']);
    assert.equal(code, 1);
    assert.match(stdout, /error .*metadata/);
    assert.match(stderr, /^no image is built because of these errors: broken\.tar is unchanged/);
    assert.ok(!(await readdir(directory)).some((name) => name.startsWith('broken.tar')));
  });

  for (const [why, args, words] of [
    [
      'a name has no tag',
      ['-o', 'x.tar', '--tag', 'example.com/a'],
      /'example.com\/a' is not a name of an image with a tag/,
    ],
    ['a platform is none', ['-o', 'x.tar', '--platforms', 'amd64'], /'amd64' is not a platform/],
    ['the directory has something else', ['-o', '.'], /is not empty and not an image layout/],
    ['a file is there', ['-o', program], /operand\.ts is a file: name another place; archives end in \.tar/],
  ] as const) {
    it(`bundle image writes nothing if ${why}`, async () => {
      const { code, stderr } = await run(['bundle', 'image', bundle, ...args]);
      assert.equal(code, 2);
      assert.match(stderr, words);
      assert.ok(!(await readdir(directory)).includes('x.tar'));
    });
  }

  it('the archive and the layout of a bundle image get the same findings', async () => {
    const of = async (path: string) => (await run(['bundle', 'validate', path, '--format', 'json'])).stdout;
    await run(['bundle', 'image', bundle, '-o', 'validated.tar']);
    await run(['bundle', 'image', bundle, '-o', 'validated']);
    const validated = await of('validated.tar');
    assert.equal(JSON.parse(validated).passed, true);
    assert.equal(await of('validated'), validated);
  });

  it('the labels of a bundle image are validated, too', async () => {
    const { files, labels } = await imageAt('validated.tar');
    const package_ = 'operators.operatorframework.io.bundle.package.v1';
    const platforms = [{ os: 'linux', architecture: 'amd64' }] as const;
    const image = packedImage({ files, labels: { ...labels, [package_]: 'another' }, platforms });
    await writeArchive(join(directory, 'labels.tar'), image);
    const { findings } = JSON.parse((await run(['bundle', 'validate', 'labels.tar', '--format', 'json'])).stdout);
    assert.deepEqual(
      findings.map(({ rule, file, path }: Readonly<Record<string, string>>) => [rule, file, path]),
      [['image-labels', 'image', package_]],
    );
  });

  it('bundle validate refuses a file that is not a tar archive', async () => {
    await writeFile(join(directory, 'text.tar'), 'no archive');
    const { code, stderr } = await run(['bundle', 'validate', 'text.tar']);
    assert.equal(code, 2);
    assert.match(stderr, /^text\.tar can't be read: .*: this is not a tar archive/);
  });
});
