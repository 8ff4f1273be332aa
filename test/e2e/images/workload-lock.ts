import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory } from '../../../lib/cli/process/cache-directory.ts';
import { newPackageLock } from '../../debian/debian-packages.ts';
import { type PackageLock, packageLock, packageLockText } from '../../debian/package-lock.ts';
import type { PackageStore } from '../../debian/package-store.ts';
import type { WorkloadPackages } from './workload.ts';

const defaultRelease = 'bookworm';

/** The directory of images and their locks. */
export const imageCache = cacheDirectory('images');

/**
 * Returns the package versions of a program that this machine uses: those that were current at its first use. No lock
 * is committed, since Debian keeps old versions for some weeks only.
 */
export async function workloadLock(
  workload: WorkloadPackages,
  architecture: string,
  store: PackageStore,
): Promise<PackageLock> {
  const path = lockPath(workload, architecture);
  if (!existsSync(path)) return await renewedLock(workload, architecture, store);
  return packageLock(await readFile(path, 'utf8'), path);
}

/** Locks the current versions, for this machine to use from now on. */
export async function renewedLock(
  workload: WorkloadPackages,
  architecture: string,
  store: PackageStore,
): Promise<PackageLock> {
  const { packages: names, without = [], release = defaultRelease } = workload;
  const lock = await newPackageLock({ names, without, architectures: [architecture], release }, store);
  const path = lockPath(workload, architecture);
  await mkdir(imageCache, { recursive: true });
  await writeFile(`${path}.partial-${process.pid}`, packageLockText(lock));
  await rename(`${path}.partial-${process.pid}`, path);
  return lock;
}

function lockPath({ packages, without, release = defaultRelease }: WorkloadPackages, architecture: string): string {
  const key = createHash('sha256').update(JSON.stringify([release, packages, without, architecture]));
  return join(imageCache, `${key.digest('hex').slice(0, 16)}.lock`);
}
