import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Failure } from '../../../lib/cli/failure.ts';
import { tarArchive } from '../../../lib/oci/index.ts';
import { lockedPackages, newPackageLock } from '../../debian/debian-packages.ts';
import type { PackageLock } from '../../debian/package-lock.ts';
import { PackageStore } from '../../debian/package-store.ts';
import { packageTree } from '../../debian/package-tree.ts';

describe('packages from this machine’s sources', () => {
  let directory: string;
  let lock: PackageLock;
  const store = (name: string) => new PackageStore(join(directory, name));

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-packages-'));
    const wanted = { names: ['libcap2', 'netbase'], without: ['gcc-12-base'], architectures: ['amd64', 'arm64'] };
    lock = await newPackageLock(wanted, store('first'));
  });

  after(async () => await rm(directory, { recursive: true, force: true }));

  it('locked packages include their dependencies, also for other architectures than the machine’s', () => {
    const found = new Set(lock.packages.map(({ name, architecture }) => `${name} ${architecture}`));
    for (const each of ['libcap2 amd64', 'libcap2 arm64', 'libc6 amd64', 'libc6 arm64', 'netbase all']) {
      assert.ok(found.has(each), each);
    }
    assert.ok(!lock.packages.some(({ name }) => name === 'gcc-12-base'));
  });

  it('locked packages have the same bytes on each machine with the same lock', async () => {
    const [first, second] = [store('first'), store('second')].map(async (each) => {
      const tree = packageTree(await lockedPackages(lock, 'arm64', each));
      assert.ok(tree.has('usr/lib/aarch64-linux-gnu/libc.so.6'));
      return Buffer.concat(tarArchive(tree));
    });
    assert.ok((await first)?.equals((await second) ?? Buffer.alloc(0)));
  });

  it('packages that are no longer available are reported by name', async () => {
    const [gone] = lock.packages;
    assert.ok(gone);
    const packages = [{ ...gone, version: '0.0.1', sha256: '0'.repeat(64) }];
    await assert.rejects(
      lockedPackages({ ...lock, packages }, 'amd64', store('first')),
      (error) => error instanceof Failure && /can't be downloaded any more.*'0\.0\.1' for '/.test(error.message),
    );
  });

  it('packages whose bytes differ from the lock are refused', async () => {
    const packages = lock.packages.map((each) => ({ ...each, sha256: '0'.repeat(64) })).slice(0, 1);
    await assert.rejects(
      lockedPackages({ ...lock, packages }, 'amd64', store('first')),
      (error) => error instanceof Failure && error.message.includes('has another digest than in its lock'),
    );
  });
});
