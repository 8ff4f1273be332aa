// In: a commit, and the directory of its bundles. Out: the newest release of each operator there. Called by both
// commands named `check-upgrade`, with a commit.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BundleContent, newestReleases, type OperatorRelease, operatorRelease } from '../../olm/index.ts';
import { Failure } from '../failure.ts';
import { noBundleFailure } from './release-directory.ts';

/**
 * Returns the newest release of each operator in a directory of a commit. Doesn't change the working tree.
 *
 * @param revision - a branch, a tag, or another revision of git.
 * @throws Failure if git doesn't know the commit, or the commit has no bundle there.
 */
export async function readReleasesAtCommit(
  revision: string,
  directory: string,
): Promise<ReadonlyMap<string, OperatorRelease>> {
  const commit = await runGit(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(
    (error: unknown) => {
      const remedy = 'name the directory of an earlier release, or a commit of the repository in the working directory';
      throw new Failure(`'${revision}' is neither a directory nor a commit that git knows here: ${remedy}`, {
        cause: error,
      });
    },
  );
  const found = await bundlesOf(commit.toString().trim(), directory).catch((error: unknown) => {
    const remedy = 'name a directory in the repository, and check that git has all of that commit';
    throw new Failure(`git can't read ${directory} at ${revision}: ${remedy}`, { cause: error });
  });
  if (found.length === 0) throw noBundleFailure(`${directory} at ${revision}`);
  return newestReleases(found.map(operatorRelease));
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
