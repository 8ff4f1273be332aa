// Other tools that read images: crane (go-containerregistry) and regctl (regclient), and a registry on loopback.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Image, packedImage, parseImageName, writeArchive, writeLayout } from '../../lib/oci/index.ts';
import { tarEntries } from '../../lib/oci/tar-entry.ts';
import { cacheImage } from './cache-image.ts';
import { foreignTools } from './foreign-tools.ts';

const name = parseImageName('example.com/team/cache-bundle:v0.1.0');
const long = `manifests/${'a-very-long-name-'.repeat(10)}.yaml`;
const one: Image = { ...cacheImage, files: new Map([...cacheImage.files, [long, Buffer.from('a: b\n')]]) };
const several: Image = {
  ...one,
  platforms: [...cacheImage.platforms, { os: 'linux', architecture: 'arm', variant: 'v7' }],
};

/** Resolves with the port in a registry's log, which is read to its end: otherwise the registry would stop. */
function portOf({ stderr }: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  assert.ok(stderr);
  createInterface(stderr)
    .on('line', (line) => {
      const port = /serving on port (\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(port);
    })
    .on('close', () => reject(new Error('the registry has ended')));
  return promise;
}

describe('other tools', () => {
  let tools: string;
  let directory: string;
  let registry: ChildProcess;
  let host: string;

  before(async () => {
    tools = await foreignTools();
    directory = await mkdtemp(join(tmpdir(), 'operand-foreign-'));
    registry = spawn(join(tools, 'crane'), ['registry', 'serve', '--address', '127.0.0.1:0'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    host = `127.0.0.1:${await portOf(registry)}`;
  });

  after(async () => {
    registry.kill();
    await rm(directory, { recursive: true });
  });

  async function run(tool: 'crane' | 'regctl', ...args: readonly string[]): Promise<string> {
    const options = { cwd: directory, env: { PATH: process.env.PATH, HOME: directory } };
    return (await promisify(execFile)(join(tools, tool), args, options)).stdout.trim();
  }

  function regctl(...args: readonly string[]): Promise<string> {
    return run('regctl', '--host', `reg=${host},tls=disabled`, ...args);
  }

  async function exported(reference: string, ...args: readonly string[]): Promise<Map<string, string>> {
    const file = join(directory, 'exported.tar');
    await run('crane', 'export', ...args, reference, file);
    const entries = [...tarEntries(await readFile(file))].filter(({ type }) => type === 'file');
    return new Map(entries.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
  }

  const filesOf = ({ files }: Image) =>
    new Map([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

  for (const [what, image] of [
    ['one platform', one],
    ['several platforms', several],
  ] as const) {
    describe(`given an image for ${what}`, () => {
      const path = what.replace(' ', '-');
      const { digest } = packedImage(image).root;

      before(async () => {
        await writeLayout(join(directory, path), packedImage(image), name);
        await writeArchive(join(directory, `${path}.tar`), packedImage(image), name);
      });

      it('crane pushes the layout to a registry under the printed digest, and finds it valid there', async () => {
        const reference = `${host}/${path}:v0.1.0`;
        assert.equal(await run('crane', 'push', path, reference), `${host}/${path}@${digest}`);
        await run('crane', 'validate', '--remote', reference);
        assert.equal(await run('crane', 'digest', reference), digest);
      });

      it('crane reads the files and labels of the image from the registry', async () => {
        const reference = `${host}/${path}@${digest}`;
        for (const { os, architecture, variant } of image.platforms) {
          const platform = ['--platform', [os, architecture, variant].filter((part) => part !== undefined).join('/')];
          const { config, ...others } = JSON.parse(await run('crane', 'config', ...platform, reference));
          assert.deepEqual(config.Labels, image.labels);
          assert.deepEqual([others.os, others.architecture, others.variant], [os, architecture, variant]);
          assert.deepEqual(await exported(reference, ...platform), filesOf(image));
        }
      });

      it('crane accepts the archive of the image in Docker’s form', async () => {
        await run('crane', 'validate', '--tarball', `${path}.tar`);
        const reference = `${host}/${path}-loaded:v0.1.0`;
        await run('crane', 'push', `${path}.tar`, reference);
        assert.deepEqual(await exported(reference), filesOf(image));
      });

      it('regctl finds the image by its tag in the layout, and copies it under its digest', async () => {
        const reference = `${host}/copied/${path}:v0.1.0`;
        assert.equal(await regctl('image', 'digest', `ocidir://${path}:v0.1.0`), digest);
        await regctl('image', 'copy', `ocidir://${path}:v0.1.0`, reference);
        assert.equal(await run('crane', 'digest', reference), digest);
      });

      it('regctl imports the archive of the image in the form of a layout, under its digest', async () => {
        const reference = `${host}/imported/${path}:v0.1.0`;
        await regctl('image', 'import', reference, `${path}.tar`);
        assert.equal(await run('crane', 'digest', reference), digest);
      });
    });
  }
});
