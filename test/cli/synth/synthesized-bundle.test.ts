// A bundle that `synth` writes from files and the environment, validated before the first byte is written.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { programEnvironment } from '../program-environment.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../programs/published.ts', import.meta.url));

describe('a synthesized bundle', () => {
  let root: string;
  let directory: string;

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'operand-bundle-'));
  });

  beforeEach(async () => {
    directory = await mkdtemp(join(root, 'run-'));
  });

  after(() => rm(root, { recursive: true }));

  const synth = (env: Readonly<Record<string, string>> = {}, cwd = directory) =>
    run(process.execPath, [program, 'synth'], { cwd, env: { ...programEnvironment, ...env } });

  async function written(cwd = directory): Promise<ReadonlyMap<string, string>> {
    const entries = await readdir(cwd, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const texts = paths.map(async (path) => [path.slice(cwd.length), await readFile(path, 'utf8')] as const);
    return new Map(await Promise.all(texts));
  }

  async function serviceVersion() {
    const path = 'bundle/cache-operator/manifests/cache-operator.clusterserviceversion.yaml';
    return parse(await readFile(join(directory, path), 'utf8'), { version: '1.1' });
  }

  it('a bundle has the icon of its file, and its creation time if the environment sets one', async () => {
    await synth({ SOURCE_DATE_EPOCH: '1767323045' });
    const { metadata, spec } = await serviceVersion();
    assert.equal(metadata.annotations.createdAt, '2026-01-02T03:04:05Z');
    const icon = await readFile(new URL('../../../apps/memcached/icon.svg', import.meta.url));
    assert.deepEqual(spec.icon, [{ base64data: icon.toString('base64'), mediatype: 'image/svg+xml' }]);
  });

  it('a bundle has the same bytes in any directory, time zone and locale', async () => {
    await synth();
    const other = await mkdtemp(join(root, 'élsewhere-'));
    await synth({ TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }, other);
    assert.deepEqual(await written(other), await written());
  });

  it('synth prints the warnings about a bundle on the standard error', async () => {
    const { stderr } = await synth();
    const links =
      'warning: [cache-operator] manifests/cache-operator.clusterserviceversion.yaml spec.links: there are no links; ' +
      'list name and url of documentation or source in bundle.links (links)';
    assert.ok(stderr.split('\n').includes(links), stderr);
  });

  it('synth writes no file if the directory of the bundle contains other files', async () => {
    const project = join(directory, 'cache-operator');
    await mkdir(join(project, '.git'), { recursive: true });
    await writeFile(join(project, '.git/HEAD'), 'ref: refs/heads/main\n');
    await writeFile(join(project, 'README.md'), 'Mine.\n');
    const before = await written();
    await assert.rejects(
      run(process.execPath, [program, 'synth', '--bundle', '.'], { cwd: directory, env: programEnvironment }),
      {
        code: 1,
        stderr: /^cache-operator is not empty, and its metadata\/annotations\.yaml doesn't name the package/,
      },
    );
    assert.deepEqual(await written(), before);
  });

  it('a bundle replaces the previous one, and synth names the files that it removes', async () => {
    await synth();
    const before = await written();
    await writeFile(join(directory, 'bundle/cache-operator/manifests/old.yaml'), 'kind: ConfigMap\n');
    const { stdout } = await synth();
    assert.match(stdout, /^removed bundle\/cache-operator\/manifests\/old\.yaml$/m);
    assert.deepEqual(await written(), before);
  });

  for (const [wrong, env, message] of [
    [
      'would be refused',
      { SUMMARY_LENGTH: '300000' },
      /^the bundle of cache-operator would be rejected:\n {2}\[cache-operator] /,
    ],
    [
      'has no file for its icon',
      { ICON: './missing.svg' },
      /^\[cache-operator] bundle\.icon file:.*can't be read: name/,
    ],
    ['has an icon that is not a picture', { ICON: './two.ts' }, /two\.ts is not an image that catalogs show/],
    [
      'has an invalid creation time',
      { SOURCE_DATE_EPOCH: 'today' },
      /^SOURCE_DATE_EPOCH is 'today': set it to seconds/,
    ],
  ] as const) {
    it(`a bundle isn’t written if it ${wrong}`, async () => {
      const refusal = await synth(env).then(
        () => assert.fail('it was written'),
        (error: unknown) => error,
      );
      assert.match(String(Object(refusal).stderr), message);
      assert.deepEqual(await readdir(directory), []);
    });
  }
});
