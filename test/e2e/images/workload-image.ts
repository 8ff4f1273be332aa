// Builds the image of a program as an archive for a cluster's nodes. Called before a cluster starts. The user's cache
// keeps built images.

import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure } from '../../../lib/cli/failure.ts';
import {
  type ContainerStart,
  packedContainer,
  parseImageName,
  smallLayer,
  type TarNode,
  tarArchive,
  uncompressedLayer,
  writeArchive,
} from '../../../lib/oci/index.ts';
import { imageBound, removeUnused, takeEntry } from '../../../lib/testing/toolchain/cache-entry.ts';
import { lockedPackages } from '../../debian/debian-packages.ts';
import { type PackageLock, packageLockText } from '../../debian/package-lock.ts';
import { PackageStore } from '../../debian/package-store.ts';
import { packageTree } from '../../debian/package-tree.ts';
import { platform } from './platform.ts';
import { type Workload, type WorkloadName, workloads } from './workload.ts';
import { workloadFiles } from './workload-file.ts';
import { imageCache, renewedLock, workloadLock } from './workload-lock.ts';

/**
 * Returns the image of a program, for this machine's architecture.
 *
 * @param reference - its full name on the nodes.
 * @default the name in the samples of the apps
 * @returns the path of an archive.
 * @throws Failure if its packages can't be downloaded; Error if its programs can't be built.
 */
export async function workloadImage(
  name: WorkloadName,
  reference: string = workloads[name].reference,
): Promise<string> {
  const workload: Workload = workloads[name];
  const { architecture } = platform();
  const store = PackageStore.user();
  const made = { name, reference, architecture, files: await workloadFiles(workload), start: startOf(workload), store };
  const releases = workload.older === undefined ? [workload] : [workload.older, workload];
  const locks = async (lockOf: typeof workloadLock) => {
    const found: PackageLock[] = [];
    for (const each of releases) found.push(await lockOf(each, architecture, store));
    return found;
  };
  try {
    return await imageOf(await locks(workloadLock), made);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Debian's mirrors have newer versions, and the cache is empty.
    return await imageOf(await locks(renewedLock), made);
  }
}

function startOf({ account, entrypoint, start }: Workload): ContainerStart {
  return {
    ...(entrypoint !== undefined && { entrypoint: ['/usr/local/bin/entrypoint'] }),
    ...start,
    user: `${account.user}:${account.user}`,
  };
}

interface ImageParts {
  readonly name: WorkloadName;
  readonly reference: string;
  readonly architecture: string;
  readonly files: ReadonlyMap<string, TarNode>;
  readonly start: ContainerStart;
  readonly store: PackageStore;
}

async function imageOf(
  locks: readonly PackageLock[],
  { name, reference, architecture, files, start, store }: ImageParts,
): Promise<string> {
  const own = tarArchive(files);
  const key = createHash('sha256')
    .update(await code)
    .update(locks.map(packageLockText).join(''))
    .update(JSON.stringify([reference, start]));
  for (const piece of own) key.update(piece);
  const archives = join(imageCache, 'workloads');
  const path = join(archives, `${name}-${key.digest('hex').slice(0, 16)}.tar`);
  await mkdir(archives, { recursive: true });
  if (await takeEntry(path)) return path;

  const called = parseImageName(reference);
  if (called === undefined) throw new Error(`${reference} is not the name of an image with a tag: correct it`);
  // The benchmark measures images of operators, so their base is compressed as published bases are.
  const pack = name === 'node' ? smallLayer : uncompressedLayer;
  const layers = [];
  for (const lock of locks) {
    const tree = packageTree(await lockedPackages(lock, architecture, store));
    layers.push(pack(tarArchive(tree), `packages of Debian ${lock.release}`));
  }
  layers.push(pack(own, 'entry point and account'));
  // Some images belong to one test each.
  await removeUnused(archives, { ...imageBound, count: 24 });
  await writeArchive(path, packedContainer({ variants: [{ platform: platform(), layers, start }] }), called);
  await takeEntry(path);
  return path;
}

/** The digest of the code that decides the files of an image. */
const code = codeDigest();

async function codeDigest(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of ['test/debian/package-tree.ts', 'lib/oci/tar.ts', 'lib/oci/tar-header.ts']) {
    hash.update(await readFile(fileURLToPath(new URL(`../../../${file}`, import.meta.url))));
  }
  return hash.digest('hex');
}
