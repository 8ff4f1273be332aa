// In: names of packages, or a lock. Out: a lock, or the packages that it pins. Called to build images. Each package is
// downloaded once.

import { Failure } from '../../lib/cli/failure.ts';
import { Apt } from './apt.ts';
import { packageFile, packageIdentity } from './package-file.ts';
import { type LockedPackage, type PackageLock, packagesFor } from './package-lock.ts';
import { machineRelease } from './package-source.ts';
import type { PackageStore } from './package-store.ts';
import type { DebianPackage } from './package-tree.ts';

/** The requested packages of an image. */
export interface WantedPackages {
  /** The names; their dependencies are added, their recommendations aren't. */
  readonly names: readonly string[];
  /** Dependencies that are omitted, because the image doesn't use them. @default none */
  readonly without?: readonly string[];
  /** Debian's names: `amd64`, `arm64`. */
  readonly architectures: readonly string[];
  /** A code name of Debian. @default the machine's release */
  readonly release?: string;
}

/**
 * Resolves the requested packages and their dependencies to their current versions. Takes some seconds and needs the
 * network.
 *
 * @throws Failure if they aren't available.
 */
export async function newPackageLock(wanted: WantedPackages, store: PackageStore): Promise<PackageLock> {
  const { names, without = [], architectures, release = await machineRelease() } = wanted;
  const locked = new Map<string, LockedPackage>();
  for (const architecture of architectures) {
    const apt = await Apt.open({ directory: store.directory, architecture, release });
    try {
      for (const file of await apt.closure(names)) {
        const identity = await packageIdentity(file);
        const sha256 = await store.take(file);
        locked.set(sha256, { ...identity, sha256 });
      }
    } finally {
      await apt.close();
    }
  }
  const packages = [...locked.values()].filter(({ name }) => !without.includes(name));
  return { release, packages: packages.toSorted(byIdentity) };
}

/**
 * Returns the packages of a lock for one architecture, with verified digests.
 *
 * @throws Failure if one isn't available any more, or has changed.
 */
export async function lockedPackages(
  lock: PackageLock,
  architecture: string,
  store: PackageStore,
): Promise<readonly DebianPackage[]> {
  const packages = packagesFor(lock, architecture);
  const known = await Promise.all(packages.map(({ sha256 }) => store.find(sha256)));
  const missing = packages.filter((_, index) => known[index] === undefined);
  if (missing.length > 0) await fetchInto(store, missing, { release: lock.release, architecture });
  const found: DebianPackage[] = [];
  for (const [index, { name, version, sha256 }] of packages.entries()) {
    const path = known[index] ?? (await store.find(sha256));
    if (path === undefined) {
      throw new Failure(
        `${name} ${version} has another digest than in its lock: write the lock again, and check the changes`,
      );
    }
    found.push(await packageFile(path, name));
  }
  return found;
}

async function fetchInto(
  store: PackageStore,
  packages: readonly LockedPackage[],
  { release, architecture }: { readonly release: string; readonly architecture: string },
): Promise<void> {
  const apt = await Apt.open({ directory: store.directory, architecture, release });
  try {
    for (const file of await apt.versions(packages)) await store.take(file);
  } finally {
    await apt.close();
  }
}

function byIdentity(one: LockedPackage, other: LockedPackage): number {
  const [first, second] = [one, other].map(({ name, architecture }) => `${name} ${architecture}`);
  return (first ?? '') < (second ?? '') ? -1 : 1;
}
