// In: a directory of bundles, in the working tree or in a commit. Out: the releases there. Called by both commands named `check-upgrade`.

import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BundleContent, type OperatorRelease, operatorRelease } from '../../olm/index.ts';
import { readBundle } from '../bundle/bundle-directory.ts';
import { Failure, failWith } from '../failure.ts';

/**
 * Returns the releases in a directory of a commit. Doesn't change the working tree.
 *
 * @param revision - a branch, a tag, or another revision of git.
 * @throws Failure if git doesn't know the commit, or the commit has no bundle there.
 */
export async function readReleasesAtCommit(revision: string, directory: string): Promise<readonly OperatorRelease[]> {
  const commit = await runGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(
    failWith(
      `'${revision}' is neither a directory nor a commit that git knows here: name the directory of an earlier release, or a commit of the repository in the working directory`,
    ),
  );
  const found = await bundlesOf(commit.toString().trim(), directory).catch(
    failWith(
      `git can't read ${directory} at ${revision}: name a directory in the repository, and check that git has all of that commit`,
    ),
  );
  if (found.length === 0) throw noBundleFailure(`${directory} at ${revision}`);
  return found.map(operatorRelease);
}

interface Blob {
  readonly id: string;
  readonly path: string;
}

async function bundlesOf(commit: string, directory: string): Promise<readonly BundleContent[]> {
  const listing = await runGit(['ls-tree', '-r', '-z', commit, '--', directory === '.' ? '.' : `${directory}/`]);
  const blobs = listing
    .toString()
    .split('\0')
    .flatMap((line): Blob[] => {
      const [, id, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      return id === undefined || path === undefined ? [] : [{ id, path }];
    });
  const roots = new Set(blobs.flatMap(({ path }) => /^(?:.*\/)?(?=manifests\/[^/]+$)/.exec(path)?.[0] ?? []));
  const found: BundleContent[] = [];
  // One at a time: each file takes a process, and a repository may have hundreds of bundles.
  for (const root of roots) found.push(await bundleAt(root, blobs));
  return found;
}

async function bundleAt(root: string, blobs: readonly Blob[]): Promise<BundleContent> {
  const own = blobs.filter(({ path }) => path.startsWith(root));
  const files = await Promise.all(
    own.map(async ({ id, path }) => [path.slice(root.length), await runGit(['cat-file', 'blob', id])] as const),
  );
  return new BundleContent(new Map(files));
}

async function runGit(words: readonly string[]): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('git', words, { encoding: 'buffer', maxBuffer: 64 * 2 ** 20 });
  return stdout;
}

/**
 * Returns the releases in a directory, which is a bundle itself, or holds any number of them.
 *
 * @throws Failure if the directory doesn't exist, or has no bundle.
 */
export async function readReleasesIn(directory: string): Promise<readonly OperatorRelease[]> {
  const found = await bundlesBelow(directory);
  if (found.length === 0) throw noBundleFailure(directory);
  return found.map(operatorRelease);
}

/** Returns the failure for a place without a bundle. */
function noBundleFailure(place: string): Failure {
  return new Failure(
    `there is no bundle in ${place}: name a directory that holds manifests/, or one of such directories`,
  );
}

/** Returns true if a source of releases is a directory; otherwise it may be a commit. */
export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** Returns true if a directory of releases is itself a bundle, and the only one. */
export function isSingleBundle(directory: string): Promise<boolean> {
  return isDirectory(join(directory, 'manifests'));
}

async function bundlesBelow(directory: string): Promise<readonly BundleContent[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(
    failWith(`${directory} can't be read: name a bundle, or a directory of bundles`),
  );
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.includes('manifests')) return [await readBundle(directory)];
  const inner = names.filter((name) => name !== 'node_modules' && !name.startsWith('.'));
  return (await Promise.all(inner.map((name) => bundlesBelow(join(directory, name))))).flat();
}
