import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMissing } from '../../system/index.ts';

/**
 * Name of a set of images: another where one is another file, or has been written anew, and for other programs.
 *
 * @param programs - name of what takes the images in
 * @throws Error when there is nothing at a path.
 */
export async function imageSetKey(paths: readonly string[], programs: string): Promise<string> {
  const parts = await Promise.all(paths.map(async (path) => await identity(resolve(path))));
  return createHash('sha256')
    .update(JSON.stringify([programs, ...parts.toSorted()]))
    .digest('hex')
    .slice(0, 16);
}

/** A file is known by when it was written: to read all of it takes longer than to start a cluster. */
async function identity(path: string): Promise<string> {
  const { size, mtimeMs } = await status(path);
  const layout = await layoutText(path);
  return `${path} ${layout ?? `${size} ${mtimeMs}`}`;
}

/** What a layout says that it holds; undefined for an archive. */
async function layoutText(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(path, 'index.json'), 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function status(path: string) {
  try {
    return await stat(path);
  } catch (cause) {
    throw new Error(`there is no image at ${path}: name an OCI archive, or the directory of a layout`, { cause });
  }
}
