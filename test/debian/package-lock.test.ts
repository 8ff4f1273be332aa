import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ImageError } from '../../lib/oci/index.ts';
import { type PackageLock, packageLock, packageLockText, packagesFor } from './package-lock.ts';

const sha256 = (digit: string) => digit.repeat(64);
const lock: PackageLock = {
  release: 'bookworm',
  packages: [
    { name: 'libc6', version: '2.36-9+deb12u14', architecture: 'arm64', sha256: sha256('a') },
    { name: 'libcap2', version: '1:2.66-4+deb12u3~bpo1', architecture: 'amd64', sha256: sha256('b') },
    { name: 'tzdata', version: '2026f-0+deb12u1', architecture: 'all', sha256: sha256('c') },
  ],
};

describe('a lock of packages', () => {
  it('a package lock is read back as it was written', () => {
    assert.deepEqual(packageLock(packageLockText(lock), 'base.lock'), lock);
  });

  it('a package lock has one line for each package, in a fixed order', () => {
    const text = packageLockText({ ...lock, packages: [...lock.packages, ...lock.packages].toReversed() });
    assert.equal(text, packageLockText(lock));
    assert.deepEqual(text.split('\n').slice(0, 2), ['debian bookworm', `libc6 2.36-9+deb12u14 arm64 ${sha256('a')}`]);
  });

  it('the packages of an architecture include those for all architectures', () => {
    const names = (architecture: string) => packagesFor(lock, architecture).map(({ name }) => name);
    assert.deepEqual(
      [names('amd64'), names('arm64')],
      [
        ['libcap2', 'tzdata'],
        ['libc6', 'tzdata'],
      ],
    );
  });

  it('a package lock with an invalid line is refused with the number of the line', () => {
    const good = packageLockText(lock).split('\n');
    for (const [line, text] of [
      [1, ['libc6', ...good.slice(1)]],
      [3, good.with(2, 'libcap2 1:2.66 amd64 abc')],
      [4, good.with(3, `tzdata $(reboot) all ${sha256('c')}`)],
    ] as const) {
      assert.throws(
        () => packageLock(text.join('\n'), 'base.lock'),
        (error) => error instanceof ImageError && error.message.startsWith(`base.lock: line ${line} is not`),
      );
    }
  });
});
