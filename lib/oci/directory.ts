import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissingFile } from '../system/index.ts';
import type { Pieces } from './blob.ts';
import { ImageError } from './image-error.ts';

/**
 * Creates a directory and its parents, unless they exist.
 *
 * Creates each level separately: in a directory such as `/proc`, Node's own recursion never returns.
 *
 * @throws ImageError if the path is a file; Node's error if it can't be created.
 */
export async function makeDirectory(path: string): Promise<void> {
  const parent = dirname(path);
  const found = await presentPath(path);
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new ImageError('taken', `${path} is a file: name another place; archives end in .tar`);
  if (parent !== path) await makeDirectory(parent);
  await mkdir(path).catch(async (error: unknown) => {
    // Another process may have created it meanwhile.
    if ((await presentPath(path))?.isDirectory() !== true) throw error;
  });
}

async function presentPath(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    // A path below a file doesn't exist either: the file is found at a higher level.
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Writes a file atomically: after a crash it is complete, or unchanged. */
export async function writeFileAtomically(path: string, content: Pieces): Promise<void> {
  const partial = `${path}.partial-${randomUUID()}`;
  try {
    const file = await open(partial, 'wx');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
