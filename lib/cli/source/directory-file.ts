// In: a directory. Out: the files below it, also through links.
// Called for sources that are directories.

import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { isForeign } from './document-path.ts';

/** As much as no chart links to; links to the whole disk, or of many directories to one another, lead to more. */
const maxLinkedCount = 10_000;

/**
 * The files of a directory: path with `/`, relative to it → where the file lies in truth.
 *
 * Links to directories are followed, as Helm does, but for those that lead back to what they lie in; those that lead nowhere
 * are passed over, and so are what can't be read behind a link, and what is hidden or installed. What more than one link
 * leads to is there under each of these paths: some may be of a chart's definitions, and others not.
 *
 * @throws Failure if a directory can't be read, or links lead to more than 10,000 files and directories.
 */
export async function directoryFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  let linkedCount = 0;
  const onLinked = () => {
    linkedCount += 1;
    if (linkedCount <= maxLinkedCount) return;
    throw new Failure(
      `${directory} has links to more than ${maxLinkedCount} files and directories: name what lies in it, without those links`,
    );
  };
  return new Map(await filesIn({ path: '', around: [], isLinked: false }, { root: directory, onLinked }));
}

interface Walk {
  readonly root: string;
  /** Told of everything that is found behind a link. */
  readonly onLinked: () => void;
}

interface Folder {
  /** Relative to the root, with `/` at its end; empty for the root itself. */
  readonly path: string;
  /** Where the folders that it lies in are in truth. */
  readonly around: readonly string[];
  /** Whether a link is on the way to it. */
  readonly isLinked: boolean;
}

async function filesIn({ path, around, isLinked }: Folder, walk: Walk): Promise<[path: string, place: string][]> {
  const folder = join(walk.root, path);
  const place = await placeOf(folder);
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
    if (target?.isDirectory() === true && !isForeign(`${inner}/`)) {
      return filesIn({ path: `${inner}/`, around: [...around, place], isLinked: isLinked || isLink }, walk);
    }
    const file = target?.isFile() === true ? await placeOf(join(walk.root, inner)) : undefined;
    return file === undefined ? [] : [[inner, file]];
  });
  return (await Promise.all(found)).flat();
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Failure(`${folder} can't be read: let it be read, or name another directory`, { cause: error });
  });
}

/** Where something lies in truth; undefined if it has gone meanwhile, or can't be looked for. */
async function placeOf(path: string): Promise<string | undefined> {
  return await realpath(path).catch(() => undefined);
}
