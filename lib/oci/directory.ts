import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from '../system/index.ts';
import { ImageError } from './image-error.ts';

/**
 * Makes a directory and those that it lies in, unless they are there.
 *
 * Level by level: where nothing can be made, as in `/proc`, Node's own recursion never comes back.
 *
 * @throws ImageError if a file has that place; what Node throws if nothing can be made there.
 */
export async function makeDirectory(path: string): Promise<void> {
  const parent = dirname(path);
  const found = await presentAt(path);
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new ImageError('taken', `${path} is a file: name another place; archives end in .tar`);
  if (parent !== path) await makeDirectory(parent);
  await mkdir(path).catch(async (error: unknown) => {
    // Somebody else may have made it meanwhile.
    if ((await presentAt(path))?.isDirectory() !== true) throw error;
  });
}

async function presentAt(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    // What lies below a file isn't there, either: the file is found on the way up.
    if (isMissing(error)) return undefined;
    throw error;
  }
}
