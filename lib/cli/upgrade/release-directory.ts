import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BundleContent, newestReleases, type OperatorRelease, operatorRelease } from '../../olm/index.ts';
import { readBundle } from '../bundle/bundle-directory.ts';
import { Failure } from '../failure.ts';

/**
 * Returns the newest release of each operator in a directory, which is a bundle itself, or holds any number of them.
 *
 * @throws Failure if the directory doesn't exist, or has no bundle.
 */
export async function readReleasesIn(directory: string): Promise<ReadonlyMap<string, OperatorRelease>> {
  const found = await bundlesBelow(directory);
  if (found.length === 0) throw noBundleFailure(directory);
  return newestReleases(found.map(operatorRelease));
}

/** Returns the failure for a place without a bundle. */
export function noBundleFailure(place: string): Failure {
  return new Failure(
    `there is no bundle in ${place}: name a directory that holds manifests/, or one of such directories`,
  );
}

/** Returns true if a path leads to a directory. */
export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** Returns true if a directory is itself a bundle. */
export function isBundleDirectory(directory: string): Promise<boolean> {
  return isDirectory(join(directory, 'manifests'));
}

async function bundlesBelow(directory: string): Promise<readonly BundleContent[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new Failure(`${directory} can't be read: name a bundle, or a directory of bundles`, { cause: error });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.includes('manifests')) return [await readBundle(directory)];
  const inner = names.filter((name) => name !== 'node_modules' && !name.startsWith('.'));
  return (await Promise.all(inner.map((name) => bundlesBelow(join(directory, name))))).flat();
}
