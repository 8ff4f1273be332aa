// In: a directory. Out: the files below it, also through links.
// Called for sources that are directories.

import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, failWith } from '../failure.ts';
import { isHiddenOrInstalled } from './document-path.ts';

/** More than any chart links to; links to the whole disk, or between many directories, lead to more. */
const maxLinkedCount = 10_000;

/**
 * Returns the files of a source that is a directory: path with `/`, relative to it → the real path.
 *
 * Links to directories are followed, as Helm does, except for those to a parent. Links to nowhere, unreadable targets
 * of links, hidden files and installed packages are ignored. The target of several links occurs under each path: only
 * some may be a chart's definitions.
 *
 * @throws Failure if a directory can't be read, or links lead to more than 10,000 files and directories.
 */
export async function readDirectoryFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  let linkedCount = 0;
  const onLinked = () => {
    linkedCount += 1;
    if (linkedCount <= maxLinkedCount) return;
    throw new Failure(
      `${directory} has links to more than ${maxLinkedCount} files and directories: name a directory in it without those links`,
    );
  };
  return new Map(await filesIn({ path: '', around: [], isLinked: false }, { root: directory, onLinked }));
}

interface Walk {
  readonly root: string;
  /** Called for each entry behind a link. */
  readonly onLinked: () => void;
}

interface Folder {
  /** The relative path with a trailing `/`; empty for the root itself. */
  readonly path: string;
  /** The real paths of its parents. */
  readonly around: readonly string[];
  /** True if its path has a link. */
  readonly isLinked: boolean;
}

async function filesIn({ path, around, isLinked }: Folder, walk: Walk): Promise<[path: string, place: string][]> {
  const folder = join(walk.root, path);
  const place = await realPathOf(folder);
  if (place === undefined || around.includes(place)) return [];
  const entries = await entriesOf(folder).catch((error: unknown) => {
    if (isLinked) return [];
    throw error;
  });
  const found = entries.map(async (entry): Promise<[path: string, place: string][]> => {
    if (isLinked) walk.onLinked();
    const inner = path + entry.name;
    const isLink = entry.isSymbolicLink();
    const target = isLink ? await stat(join(walk.root, inner)).catch(() => undefined) : entry;
    if (target?.isDirectory() === true && !isHiddenOrInstalled(`${inner}/`)) {
      return filesIn({ path: `${inner}/`, around: [...around, place], isLinked: isLinked || isLink }, walk);
    }
    const file = target?.isFile() === true ? await realPathOf(join(walk.root, inner)) : undefined;
    return file === undefined ? [] : [[inner, file]];
  });
  return (await Promise.all(found)).flat();
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(
    failWith(`${folder} can't be read: change its permissions, or name another directory`),
  );
}

/** Returns the real path; undefined if it has gone meanwhile, or can't be read. */
async function realPathOf(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined);
}
