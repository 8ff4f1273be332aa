// In: names of packages, or a lock. Out: a lock, or the packages that it pins.
// Called where images are made. What has been fetched once is not fetched again.

import { type DebianPackage, type LockedPackage, type PackageLock, packagesFor } from '../../oci/index.ts';
import { Failure } from '../failure.ts';
import { Apt } from './apt.ts';
import { packageFile, packageIdentity } from './package-file.ts';
import { machineRelease } from './package-source.ts';
import type { PackageStore } from './package-store.ts';

/** Which packages an image is to have. */
export interface WantedPackages {
  /** What they depend on comes along; what they recommend doesn't. */
  readonly names: readonly string[];
  /** What is left out though others depend on it, because nothing of it is used. @default nothing */
  readonly without?: readonly string[];
  /** In Debian's words: `amd64`, `arm64`. */
  readonly architectures: readonly string[];
  /** A code name of Debian's. @default the machine's release */
  readonly release?: string;
}

/**
 * The packages that are wanted and all that they depend on, as they are today. Takes some seconds and the network.
 *
 * @throws Failure if they can't be had.
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
 * The packages of a lock for one architecture, byte by byte those that it pins.
 *
 * @throws Failure if one can't be had any more, or isn't what it was.
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
        `${name} ${version} has other bytes than its lock says: make the lock anew, and look at what has changed`,
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
