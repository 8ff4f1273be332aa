// In: a directory. Out: the files below it, also through links.
// Called for sources that are directories.

import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.ts';
import { isForeign } from './document-path.ts';

/**
 * The files of a directory: path with `/`, relative to it → where the file lies in truth.
 *
 * Links to directories are followed, as Helm does, but for those that lead back to what they lie in; those that lead nowhere
 * are passed over, and so is what is hidden or installed.
 *
 * @throws Failure if a directory can't be read.
 */
export async function directoryFiles(directory: string): Promise<ReadonlyMap<string, string>> {
  return new Map(await filesIn({ root: directory, path: '', around: [] }));
}

interface Folder {
  readonly root: string;
  /** Relative to the root, with `/` at its end; empty for the root itself. */
  readonly path: string;
  /** Where the folders that it lies in are in truth. */
  readonly around: readonly string[];
}

async function filesIn({ root, path, around }: Folder): Promise<[path: string, place: string][]> {
  const folder = join(root, path);
  const place = await realpath(folder);
  if (around.includes(place)) return [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Failure(`${folder} can't be read: let it be read, or name another directory`, { cause: error });
  });
  const found = entries.map(async (entry): Promise<[path: string, place: string][]> => {
    const inner = path + entry.name;
    const target = entry.isSymbolicLink() ? await stat(join(root, inner)).catch(() => undefined) : entry;
    if (target?.isDirectory() === true && !isForeign(`${inner}/`)) {
      return filesIn({ root, path: `${inner}/`, around: [...around, place] });
    }
    return target?.isFile() === true ? [[inner, await realpath(join(root, inner))]] : [];
  });
  return (await Promise.all(found)).flat();
}
