// The default image of an operator, and its behaviour in a root with no other files.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  decompressed,
  imageSource,
  type StoredContainer,
  storedContainer,
  type TarEntry,
  tarEntries,
} from '../../lib/oci/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { type AppName, InstalledOperator } from '../apps/installed-operator.ts';
import { leadInContainer } from './images/contained-operator.ts';
import { type DockerfileImage, dockerfileImage } from './images/dockerfile-build.ts';
import { unpackImage } from './images/unpacked-image.ts';

const program = fileURLToPath(new URL('../../apps/database/main.ts', import.meta.url));
const platforms = [
  { os: 'linux', architecture: 'amd64' },
  { os: 'linux', architecture: 'arm64' },
] as const;
const ours = platforms[process.arch === 'arm64' ? 1 : 0];

describe('an image of an operator from packages', () => {
  let directory: string;
  let variants: readonly StoredContainer[];
  let installed: InstalledOperator;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
    // A lock of today: this machine's mirrors may have dropped the versions of an older lock.
    const words = ['image', 'build', '--lock', join(directory, 'image.lock.json'), '-o', join(directory, 'image')];
    await promisify(execFile)(process.execPath, [program, ...words]);
    const source = await imageSource(join(directory, 'image'));
    assert.ok(source);
    variants = await Promise.all(platforms.map((platform) => storedContainer(source, platform)));
    installed = await InstalledOperator.on(await ControlPlane.start({ components: [] }), 'database');
  });

  after(async () => {
    await installed?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  function filesOf(variant: StoredContainer | undefined): readonly TarEntry[] {
    return variant?.layers.flatMap(({ blob }) => [...tarEntries(decompressed(Buffer.concat(blob.content)))]) ?? [];
  }

  /** Returns a JSON document of the image by its digest. */
  const blob = async (digest: string) => JSON.parse(await text(join(directory, 'image/blobs', ...digest.split(':'))));

  it('contains Node and its shared libraries for each platform', () => {
    // The architecture in the header of a program: x86-64 and AArch64.
    for (const [index, machine] of [62, 183].entries()) {
      const files = filesOf(variants[index]);
      const node = files.find(({ path }) => path === 'usr/local/bin/node');
      assert.equal(Buffer.from(node?.bytes ?? []).readUInt16LE(18), machine);
      for (const name of ['libc.so.6', 'libm.so.6', 'libstdc++.so.6', 'libgcc_s.so.1']) {
        assert.ok(
          files.some(({ path }) => path.endsWith(`/${name}`)),
          name,
        );
      }
      assert.ok(files.some(({ path }) => path === 'etc/ssl/certs/ca-certificates.crt'));
    }
  });

  it('contains no other program: no shell, and no setuid program', () => {
    for (const variant of variants) {
      const runnable = filesOf(variant).filter(({ type, mode }) => type === 'file' && (mode & 0o111) !== 0);
      const programs = runnable.map(({ path }) => path).filter((path) => !/\.so(?:\.\d+)*$/.test(path));
      assert.deepEqual(programs, ['usr/local/bin/node']);
      assert.deepEqual(
        filesOf(variant).filter(({ type, mode }) => type === 'file' && (mode & 0o6000) !== 0),
        [],
      );
    }
  });

  it('lists its packages for scanners', async () => {
    const { debian } = JSON.parse(await readFile(join(directory, 'image.lock.json'), 'utf8'));
    const paths = new Set(filesOf(variants[0]).map(({ path }) => path));
    for (const { name } of debian.packages) assert.ok(paths.has(`var/lib/dpkg/status.d/${name}`), name);
    assert.ok(paths.has('etc/os-release'));
  });

  it('leads, and serves metrics and webhooks, as its own user with a read-only root', async () => {
    const root = join(directory, 'root');
    const variant = variants.find(({ platform }) => platform.architecture === ours.architecture);
    assert.ok(variant);
    await unpackImage(variant, root);
    await leadInContainer(installed, root, join(directory, 'mount'));
  });

  describe('and the image of the app’s Dockerfile, on another base', () => {
    let image: DockerfileImage;

    before(async () => {
      image = await dockerfileImage(dockerfile('database'), join(directory, 'dockerfile'));
    });

    it('contain the same program', async () => {
      const ofProgram = filesOf(variants[0]).filter(({ type, path }) => type === 'file' && path.startsWith('app/'));
      assert.ok(ofProgram.length > 1);
      const written = await filesBelow(join(image.root, 'app'));
      const read = async (path: string) => withoutDigests(`${relative(image.root, path)}\n${await text(path)}`);
      assert.deepEqual(
        (await Promise.all(written.map(read))).toSorted(),
        ofProgram.map(({ path, bytes }) => withoutDigests(`${path}\n${Buffer.from(bytes)}`)).toSorted(),
      );
    });

    it('have the same configuration', async () => {
      const { instructions, labels } = image;
      for (const { digest } of variants) {
        const { config } = await blob((await blob(digest)).config.digest);
        assert.deepEqual(JSON.parse(instructions.get('ENTRYPOINT') ?? ''), config.Entrypoint);
        assert.deepEqual(instructions.get('ENV')?.split(' ').toSorted(), config.Env.toSorted());
        assert.equal(instructions.get('USER'), config.User);
        assert.equal(instructions.get('WORKDIR'), config.WorkingDir);
        // Set on the command line, as the head of the Dockerfile shows.
        const { 'org.opencontainers.image.version': version, ...others } = config.Labels;
        assert.ok(version);
        assert.deepEqual(Object.fromEntries(labels), others);
      }
    });

    it('contain no program except Node', async () => {
      const files = await filesBelow(image.root);
      const runnable = await Promise.all(files.map(async (path) => ((await stat(path)).mode & 0o111) !== 0));
      const programs = files.filter((path, index) => runnable[index] && !/\.so(?:\.\d+)*$/.test(path));
      assert.deepEqual(programs, [join(image.root, 'usr/local/bin/node')]);
    });

    it('lead, and serve metrics and webhooks', async () => {
      await leadInContainer(installed, image.root, join(directory, 'dockerfile/mount'));
    });
  });
});

describe('the Dockerfiles of the apps', () => {
  it('differ only in names', async () => {
    const [one, other] = await Promise.all([dockerfile('database'), dockerfile('memcached')].map(text));
    assert.equal(other, one?.replaceAll('database', 'memcached').replaceAll('Database', 'Memcached'));
  });

  it('have the same major version of Node as the locks and the apps', async () => {
    const line = (await text(repositoryFile('.node-version'))).trim();
    for (const app of ['database', 'memcached'] as const) {
      assert.match(await text(dockerfile(app)), new RegExp(`^ARG NODE=node:${line}-`, 'm'));
      const { node } = JSON.parse(await text(repositoryFile(`apps/${app}/image.lock.json`)));
      assert.match(node.version, new RegExp(`^${line}\\.`));
    }
  });
});

function dockerfile(app: AppName): string {
  return repositoryFile(`apps/${app}/Dockerfile`);
}

function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

async function text(path: string): Promise<string> {
  return await readFile(path, 'utf8');
}

/**
 * Returns the part of a program that doesn't depend on its build directory: the names of its chunks contain digests of
 * source maps.
 */
function withoutDigests(program: string): string {
  return program.replaceAll(/-[A-Z0-9]{8}(?=\.mjs)/g, '');
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}
