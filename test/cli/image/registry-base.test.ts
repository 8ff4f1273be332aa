// Images of programs on bases of a registry, as users build them: CNCF Distribution on loopback, with the login that crane writes.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packedContainer, tarArchive, uncompressedLayer, writeArchive, writeLayout } from '../../../lib/oci/index.ts';
import { foreignTools } from '../../oci/foreign-tools.ts';
import { DistributionRegistry, htpasswd } from '../../oci/registry/distribution-registry.ts';
import { TokenServer } from '../../oci/registry/token-server.ts';
import { twoPlatformImage } from '../../oci/two-platform-image.ts';
import { programEnvironment } from '../program-environment.ts';

const program = fileURLToPath(new URL('../programs/two.ts', import.meta.url));
const first = packedContainer(twoPlatformImage);
const upper = uncompressedLayer(tarArchive(new Map([['etc/motd', [Buffer.from('newer')]]])), 'a test');
const second = packedContainer({
  variants: [{ ...twoPlatformImage.variants[0], layers: [...twoPlatformImage.variants[0].layers, upper] }],
});

describe('a base in a registry', () => {
  let directory: string;
  let registry: DistributionRegistry;
  let base: string;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-base-'));
    await mkdir(join(directory, 'login'));
    await mkdir(join(directory, 'no-login'));
    await writeFile(join(directory, 'htpasswd'), htpasswd);
    await writeLayout(join(directory, 'first'), first);
    await writeLayout(join(directory, 'second'), second);
    await writeArchive(join(directory, 'docker.tar'), first);
    registry = await DistributionRegistry.start(directory, {
      htpasswd: { realm: 'a test', path: join(directory, 'htpasswd') },
    });
    base = `${registry.host}/team/node:24`;
    await crane('auth', 'login', '-u', 'me', '-p', 'secret', registry.host);
    await crane('push', 'first', base);
  });

  after(async () => {
    await registry[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  async function crane(...args: readonly string[]): Promise<void> {
    const env = { PATH: process.env.PATH, DOCKER_CONFIG: join(directory, 'login') };
    await promisify(execFile)(join(await foreignTools(), 'crane'), args, { cwd: directory, env });
  }

  function run(args: readonly string[], config = 'login') {
    const { promise, resolve } = Promise.withResolvers<{ code: number; stdout: string; stderr: string }>();
    const env = {
      ...programEnvironment,
      XDG_CACHE_HOME: join(directory, 'cache'),
      DOCKER_CONFIG: join(directory, config),
    };
    execFile(process.execPath, [program, 'image', ...args], { cwd: directory, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
    return promise;
  }

  const build = (...args: readonly string[]) => run(['build', '-o', 'image', '--lock=lock.json', ...args]);
  const lock = async () => JSON.parse(await readFile(join(directory, 'lock.json'), 'utf8'));
  const digestOf = (stdout: string) => stdout.trimEnd().split('\n').at(-1);
  let built: string | undefined;

  async function labels(): Promise<Readonly<Record<string, string>>> {
    const read = async (path: string) => JSON.parse(await readFile(join(directory, 'image', path), 'utf8'));
    const blob = async (digest: string) => await read(`blobs/${digest.replace(':', '/')}`);
    const index = await blob((await read('index.json')).manifests[0].digest);
    const manifest = await blob(index.manifests[0].digest);
    return (await blob(manifest.config.digest)).config.Labels;
  }

  it('the first build pins a base by its lock, and names the base in the image’s labels', async () => {
    const { code, stdout, stderr } = await build('--base', base);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^wrote lock\.json\nwrote image\nsha256:[0-9a-f]{64}\n$/);
    assert.deepEqual(await lock(), { base, digest: first.root.digest });
    assert.equal((await labels())['org.opencontainers.image.base.name'], base);
    built = digestOf(stdout);
  });

  it('a base stays the same when its tag has moved, until the lock is written again', async () => {
    await crane('push', 'second', base);
    for (const args of [[], ['--base', base]]) assert.equal(digestOf((await build(...args)).stdout), built);
    const { code, stderr } = await run(['lock', '--lock=lock.json']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(await lock(), { base, digest: second.root.digest });
    const { stderr: said } = await build();
    assert.match(said, /can't be the base: it isn't built for linux\/arm64: leave that platform out/);
    assert.notEqual(digestOf((await build('--platforms=linux/amd64')).stdout), built);
  });

  it('a base that is named by its digest needs no lock', async () => {
    const reference = `${base}@${first.root.digest}`;
    const { stdout, stderr } = await run(['build', '-o', 'image', '--lock=none.json', '--base', reference]);
    assert.match(stdout, /^wrote image\n/, stderr);
    assert.equal(digestOf(stdout), built);
  });

  it('a base in Docker’s own image format is accepted', async () => {
    const docker = `${registry.host}/team/docker:24`;
    await crane('push', 'docker.tar', docker);
    const { code, stderr } = await build('--base', docker, '--platforms=linux/amd64');
    assert.equal(code, 0, stderr);
  });

  for (const [why, args, config, words] of [
    ['the user has no login', ['lock', '--base'], 'no-login', /asks for a name and a password: run `docker login 127/],
    [
      'it has no tag',
      ['lock', '--base=team/node'],
      'login',
      /'team\/node' is not an image of a registry with a tag: write it as node:\d+-slim/,
    ],
    [
      'it is missing',
      ['build', '-o=none', '--lock=none.json', '--base=HOST/team/none:1'],
      'login',
      /none:1 can't be read: .*responds 404 to \/v2\/team\/none\/manifests\/1/,
    ],
  ] as const) {
    it(`a base in a registry is refused if ${why}`, async () => {
      const given = args.map((each) => each.replace('HOST', registry.host));
      const { code, stderr } = await run([...given, ...(given.at(-1) === '--base' ? [base] : [])], config);
      assert.equal(code, 1);
      assert.match(stderr, words);
    });
  }

  it('a base is read with the tokens of another server than its registry', async () => {
    await using tokens = await TokenServer.start();
    const jwks = join(directory, 'keys.json');
    await writeFile(jwks, JSON.stringify(tokens.keys));
    const token = { realm: `http://${tokens.host}/token`, service: 'registry', issuer: 'operand', jwks };
    // It serves the images of the first registry.
    await using other = await DistributionRegistry.start(directory, { token });
    const args = ['lock', '--lock=token.json', '--base', `${other.host}/team/node:24`];
    const { stderr: refusal } = await run(args);
    assert.match(refusal, /responds 401 to \/token: wrong user or password; check the name; if the image is private/);
    assert.ok(refusal.includes(`run \`docker login ${other.host}\``));
    await crane('auth', 'login', '-u', 'me', '-p', 'secret', other.host);
    assert.equal((await run(args)).stdout, 'wrote token.json\n');
    await rm(join(directory, 'cache'), { recursive: true });
    const { code, stderr } = await run(['build', '-o=image', '--lock=token.json', '--platforms=linux/amd64']);
    assert.equal(code, 0, stderr);
  });

  it('a base that was read before is read from the cache, without a request to the registry', async () => {
    const args = ['build', '-o', 'image', '--lock=again.json', '--base', `${base}@${first.root.digest}`];
    await run(args);
    await registry[Symbol.asyncDispose]();
    const { stdout, stderr } = await run(args);
    assert.equal(digestOf(stdout), built, stderr);
  });
});
