// The image of an operator on a base without a shell, and its behaviour in a root with no other files.

import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  decompressedBytes,
  openImageSource,
  readContainerImage,
  type StoredContainer,
  type TarEntry,
  tarEntries,
} from '../../lib/oci/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { type AppName, InstalledOperator } from '../apps/installed-operator.ts';
import { leadInContainer } from './images/contained-operator.ts';
import { type DockerfileImage, dockerfileImage } from './images/dockerfile-build.ts';
import { managerImage } from './images/manager-image.ts';
import { platform } from './images/platform.ts';
import { unpackImage } from './images/unpacked-image.ts';

const program = fileURLToPath(new URL('../../apps/database/main.ts', import.meta.url));

describe('an image of an operator', () => {
  let directory: string;
  let layout: string;
  let container: StoredContainer;
  let installed: InstalledOperator;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
    layout = await managerImage(program, 'example.com/database-operator:0.1.0');
    const source = await openImageSource(layout);
    assert.ok(source);
    container = await readContainerImage(source, platform());
    installed = await InstalledOperator.on(await ControlPlane.start({ components: [] }), 'database');
  });

  after(async () => {
    await installed?.[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
  });

  function files(): readonly TarEntry[] {
    return container.layers.flatMap(({ blob }) => [...tarEntries(decompressedBytes(Buffer.concat(blob.content)))]);
  }

  /** Returns a JSON document of the image by its digest. */
  const blob = async (digest: string) => JSON.parse(await text(join(layout, 'blobs', ...digest.split(':'))));

  it('a manager leads, and serves metrics and webhooks, as the user of its image with a read-only root', async () => {
    const root = join(directory, 'root');
    await unpackImage(container, root);
    await leadInContainer(installed, root, join(directory, 'mount'));
  });

  describe('and the image of the app’s Dockerfile, on another base', () => {
    let image: DockerfileImage;

    before(async () => {
      image = await dockerfileImage(dockerfile('database'), join(directory, 'dockerfile'));
    });

    it('the image of an operator and that of the app’s Dockerfile contain the same program', async () => {
      const ofProgram = files().filter(({ type, path }) => type === 'file' && path.startsWith('app/'));
      assert.ok(ofProgram.length > 1);
      const written = await filesBelow(join(image.root, 'app'));
      const read = async (path: string) => withoutDigests(`${relative(image.root, path)}\n${await text(path)}`);
      assert.deepEqual(
        (await Promise.all(written.map(read))).toSorted(),
        ofProgram.map(({ path, bytes }) => withoutDigests(`${path}\n${Buffer.from(bytes)}`)).toSorted(),
      );
    });

    it('the image of an operator and that of the app’s Dockerfile have the same configuration', async () => {
      const { instructions, labels } = image;
      const { config } = await blob((await blob(container.digest)).config.digest);
      assert.deepEqual(JSON.parse(instructions.get('ENTRYPOINT') ?? ''), config.Entrypoint);
      assert.deepEqual(instructions.get('ENV')?.split(' ').toSorted(), config.Env.toSorted());
      assert.equal(instructions.get('USER'), config.User);
      assert.equal(instructions.get('WORKDIR'), config.WorkingDir);
      // The first is set on the command line, as the head of the Dockerfile shows.
      const {
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.base.digest': base,
        ...others
      } = config.Labels;
      assert.ok(version);
      assert.ok(base);
      assert.deepEqual(Object.fromEntries(labels), others);
    });

    it('the image of an app’s Dockerfile contains no program except Node', async () => {
      const files = await filesBelow(image.root);
      const runnable = await Promise.all(files.map(async (path) => ((await stat(path)).mode & 0o111) !== 0));
      const programs = files.filter((path, index) => runnable[index] && !/\.so(?:\.\d+)*$/.test(path));
      assert.deepEqual(programs, [join(image.root, 'usr/local/bin/node')]);
    });

    it('a manager in the image of an app’s Dockerfile leads, and serves metrics and webhooks', async () => {
      await leadInContainer(installed, image.root, join(directory, 'dockerfile/mount'));
    });
  });
});

describe('the Dockerfiles of the apps', () => {
  it('the Dockerfiles of the apps differ only in names', async () => {
    const [one, other] = await Promise.all([dockerfile('database'), dockerfile('memcached')].map(text));
    assert.equal(other, one?.replaceAll('database', 'memcached').replaceAll('Database', 'Memcached'));
  });

  it('the Dockerfiles have the same major version of Node as the apps', async () => {
    const line = (await text(repositoryFile('.node-version'))).trim();
    const others = repositoryFile('apps/monitoring/example-app/Dockerfile');
    for (const path of [dockerfile('database'), dockerfile('memcached'), others]) {
      assert.match(await text(path), new RegExp(`^ARG NODE=node:${line}-`, 'm'));
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
