import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMissingFile } from '../../system/index.ts';

/**
 * Returns the name of a set of images. It changes when an image is another file or has been rewritten, and with the
 * programs.
 *
 * @param programs - name of the programs that import the images
 * @throws Error if a path doesn't exist.
 */
export async function imageSetKey(paths: readonly string[], programs: string): Promise<string> {
  const parts = await Promise.all(paths.map(async (path) => await identity(resolve(path))));
  return createHash('sha256')
    .update(JSON.stringify([programs, ...parts.toSorted()]))
    .digest('hex')
    .slice(0, 16);
}

/** The modification time identifies a file: to read it takes longer than the start of a cluster. */
async function identity(path: string): Promise<string> {
  const { size, mtimeMs } = await status(path);
  const layout = await layoutText(path);
  return `${path} ${layout ?? `${size} ${mtimeMs}`}`;
}

/** Returns the index of a layout; undefined for an archive. */
async function layoutText(path: string): Promise<string | undefined> {
  try {
    return await readFile(join(path, 'index.json'), 'utf8');
  } catch (error) {
    if (isMissingFile(error)) return undefined;
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
