// An image as it is made by default, and what it does where there is nothing but itself.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { ControlPlane, OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { unpackImage } from './images/unpacked-image.ts';

const container = fileURLToPath(new URL('images/container.ts', import.meta.url));
const program = fileURLToPath(new URL('../../apps/database/main.ts', import.meta.url));
const platforms = [
  { os: 'linux', architecture: 'amd64' },
  { os: 'linux', architecture: 'arm64' },
] as const;
const ours = platforms[process.arch === 'arm64' ? 1 : 0];

describe('an image of an operator, made of packages', () => {
  let directory: string;
  let variants: readonly StoredContainer[];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-image-'));
    // A lock of today: what another pins may be gone from where this machine has its packages.
    const words = ['image', 'build', '--lock', join(directory, 'image.lock.json'), '-o', join(directory, 'image')];
    await promisify(execFile)(process.execPath, [program, ...words]);
    const source = await imageSource(join(directory, 'image'));
    assert.ok(source);
    variants = await Promise.all(platforms.map((platform) => storedContainer(source, platform)));
  });

  after(() => rm(directory, { recursive: true, force: true }));

  function filesOf(variant: StoredContainer | undefined): readonly TarEntry[] {
    return variant?.layers.flatMap(({ blob }) => [...tarEntries(decompressed(Buffer.concat(blob.content)))]) ?? [];
  }

  it('holds Node for each platform, and what it is linked against', () => {
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

  it('holds no other program: no shell, and nothing that runs as somebody else', () => {
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

  it('tells scanners which packages it has', async () => {
    const { debian } = JSON.parse(await readFile(join(directory, 'image.lock.json'), 'utf8'));
    const paths = new Set(filesOf(variants[0]).map(({ path }) => path));
    for (const { name } of debian.packages) assert.ok(paths.has(`var/lib/dpkg/status.d/${name}`), name);
    assert.ok(paths.has('etc/os-release'));
  });

  it('starts as the Dockerfile of the app says', async () => {
    const dockerfile = await readFile(join(program, '../Dockerfile'), 'utf8');
    const said = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(dockerfile)?.[1] ?? '';
    for (const { start } of variants) {
      assert.deepEqual(JSON.parse(said('ENTRYPOINT')), start.entrypoint);
      const env = Object.entries(start.env ?? {}).map((pair) => pair.join('='));
      assert.deepEqual(said('ENV').split(' ').toSorted(), env.toSorted());
    }
    assert.equal(said('USER'), '65532:65532');
  });

  it('leads, and serves metrics and webhooks, as its own user with a root that can’t be written to', async () => {
    await using installed = await InstalledOperator.on(await ControlPlane.start({ components: [] }), 'database');
    const [root, mount] = [join(directory, 'root'), join(directory, 'mount')];
    const variant = variants.find(({ platform }) => platform.architecture === ours.architecture);
    assert.ok(variant);
    await unpackImage(variant, root);
    await mkdir(join(root, 'mnt'));
    await mkdir(mount);
    await copyFile(installed.kubeconfig, join(mount, 'kubeconfig'));
    await chmod(join(mount, 'kubeconfig'), 0o644);

    const operator = await OperatorProcess.start(installed.controlPlane, {
      program: container,
      kubeconfig: '/mnt/kubeconfig',
      env: { ROOT: root, MOUNT: mount },
      args: ['--leader-elect', '--metrics-address=https://127.0.0.1:0', '--webhook-url=https://127.0.0.1'],
    });
    await operator.ready();
    await operator.logged('leading');
    const status = await readFile(`/proc/${operator.pid}/status`, 'utf8');
    assert.match(status, /^Uid:\t65532\t65532\t65532\t65532$/m);
    assert.match(status, /^Gid:\t65532\t65532\t65532\t65532$/m);
    assert.equal((await operator.stop()).code, 0);
  });
});
