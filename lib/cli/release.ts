// In: a directory, or what a commit held in one. Out: the bundles in it, and the newest of each operator.
// Called by the commands that compare releases.

import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import compare from 'semver/functions/compare.js';
import valid from 'semver/functions/valid.js';
import { BundleContent } from '../olm/index.ts';
import { readBundle } from './bundle-directory.ts';
import { Failure } from './failure.ts';

/** A bundle of an operator, as somebody has published it or is about to. */
export interface Release {
  /** The name of the package. */
  readonly operator: string;
  readonly version: string;
  readonly content: BundleContent;
}

/** The newest release of each operator: name → release. */
export type Releases = ReadonlyMap<string, Release>;

/**
 * The releases below a directory: the directory itself may be a bundle, or hold any number of them.
 *
 * @throws Failure if there is no such directory, or no bundle in it.
 */
export async function releasesIn(directory: string): Promise<Releases> {
  const found = await bundlesBelow(directory);
  if (found.length === 0) throw noBundle(directory);
  return newest(found);
}

/**
 * The releases below a directory as a commit has them. The working tree isn't touched.
 *
 * @param revision - a branch, a tag, or whatever else git takes for a commit.
 * @throws Failure if git knows no such commit, or the commit has no bundle there.
 */
export async function releasesAt(revision: string, directory: string): Promise<Releases> {
  const commit = await git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]).catch(
    (error: unknown) => {
      const remedy = 'name the directory of an earlier release, or a commit of the repository in the working directory';
      throw new Failure(`'${revision}' is neither a directory nor a commit that git knows here: ${remedy}`, {
        cause: error,
      });
    },
  );
  const found = await bundlesOf(commit.toString().trim(), directory).catch((error: unknown) => {
    throw new Failure(`git can't read ${directory} at ${revision}`, { cause: error });
  });
  if (found.length === 0) throw noBundle(`${directory} at ${revision}`);
  return newest(found);
}

/** Whether a path leads to a directory. */
export async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
}

/** Whether a directory is itself a bundle. */
export function isBundle(directory: string): Promise<boolean> {
  return isDirectory(join(directory, 'manifests'));
}

/**
 * The bundles below a directory, or the one that it is.
 *
 * @throws Failure if there is no such directory.
 */
export async function bundlesBelow(directory: string): Promise<readonly BundleContent[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new Failure(`${directory} can't be read: name a bundle, or a directory of bundles`, { cause: error });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  if (names.includes('manifests')) return [await readBundle(directory)];
  const inner = names.filter((name) => name !== 'node_modules' && !name.startsWith('.'));
  return (await Promise.all(inner.map((name) => bundlesBelow(join(directory, name))))).flat();
}

async function bundlesOf(commit: string, directory: string): Promise<readonly BundleContent[]> {
  const listing = await git(['ls-tree', '-r', '-z', commit, '--', directory === '.' ? '.' : `${directory}/`]);
  const blobs = listing
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, id, path] = /^\d+ blob ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      return id === undefined || path === undefined ? [] : [{ id, path }];
    });
  const roots = new Set(blobs.flatMap(({ path }) => /^(?:.*\/)?(?=manifests\/[^/]+$)/.exec(path)?.[0] ?? []));
  return Promise.all(
    [...roots].map(async (prefix) => {
      const own = blobs.filter(({ path }) => path.startsWith(prefix));
      const files = await Promise.all(
        own.map(async ({ id, path }) => [path.slice(prefix.length), await git(['cat-file', 'blob', id])] as const),
      );
      return new BundleContent(new Map(files));
    }),
  );
}

async function git(words: readonly string[]): Promise<Buffer> {
  const { stdout } = await promisify(execFile)('git', words, { encoding: 'buffer', maxBuffer: 64 * 2 ** 20 });
  return stdout;
}

/** Of the bundles of each operator the one with the highest version. */
export function newest(bundles: readonly BundleContent[]): Releases {
  const byOperator = Map.groupBy(bundles.map(release), ({ operator }) => operator);
  return new Map(
    [...byOperator]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .flatMap(([operator, releases]) => {
        const last = releases.toSorted((one, other) => compare(parsed(one), parsed(other))).at(-1);
        return last === undefined ? [] : [[operator, last]];
      }),
  );
}

/** What a bundle calls itself. */
export function release(content: BundleContent): Release {
  const { clusterServiceVersion, annotations } = content;
  const name = clusterServiceVersion.at('metadata', 'name').text ?? '';
  const operator = annotations.at('operators.operatorframework.io.bundle.package.v1').text ?? name.split('.v', 1)[0];
  return { operator: operator ?? '', version: clusterServiceVersion.at('spec', 'version').text ?? '', content };
}

function parsed({ version }: Release): string {
  return valid(version) ?? '0.0.0';
}

function noBundle(place: string): Failure {
  return new Failure(
    `there is no bundle in ${place}: name a directory that holds manifests/, or one of such directories`,
  );
}
