// Builds the image of an operator, as its author does. Called before a cluster starts, since nodes get their images at
// the start.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isSystemError } from '../../../lib/system/index.ts';
import { imageBound, partialEntry, removeUnused, takeEntry } from '../../../lib/testing/toolchain/cache-entry.ts';
import { platform } from './platform.ts';
import { workloadImage } from './workload-image.ts';
import { imageCache } from './workload-lock.ts';

const run = promisify(execFile);

/**
 * Builds the image of an operator for this machine's architecture, with the program's own `image build`. Its base
 * consists of packages of Debian, since the tests use no registry.
 *
 * @param program - the path of its main file.
 * @param reference - the name of the image in its manifests.
 * @returns the path of a layout, which differs for each content.
 */
export async function managerImage(program: string, reference: string): Promise<string> {
  const layouts = join(imageCache, 'managers');
  const name = basename(dirname(program));
  const partial = partialEntry(join(layouts, name));
  await mkdir(layouts, { recursive: true });
  await removeUnused(layouts, imageBound);
  await rm(partial, { recursive: true, force: true });
  await build(program, partial, reference);
  const digest = createHash('sha256').update(await readFile(join(partial, 'index.json')));
  const path = join(layouts, `${name}-${digest.digest('hex').slice(0, 16)}`);
  if (!(await takeEntry(path))) await move(partial, path);
  await rm(partial, { recursive: true, force: true });
  await takeEntry(path);
  return path;
}

/** Another process may have built the same image first. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

async function build(program: string, path: string, reference: string): Promise<void> {
  const { os, architecture } = platform();
  const base = await workloadImage('node');
  const options = ['--base', base, '--output', path, '--tag', reference, '--platforms', `${os}/${architecture}`];
  await run(process.execPath, [program, 'image', 'build', ...options]);
}
