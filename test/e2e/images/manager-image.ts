// In: the program of an operator. Out: its image, as its author builds it, and what the manifests call it.
// Called before a cluster starts, as its nodes are given their images then.

import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { platform } from './platform.ts';
import { imageCache } from './workload-lock.ts';

/**
 * Builds the image of an operator for this machine's architecture, with the program's own `image build`.
 *
 * @param program - path of its main file.
 * @param reference - what its manifests call the image.
 * @returns the path of a layout.
 */
export async function managerImage(program: string, reference: string): Promise<string> {
  const layouts = join(imageCache(), 'managers');
  await mkdir(layouts, { recursive: true });
  // Several programs may call theirs the same.
  const path = join(layouts, `${basename(dirname(program))}-${reference.replaceAll(/[/:]/g, '_')}`);
  const { os, architecture } = platform();
  const words = ['image', 'build', '--output', path, '--tag', reference, '--platforms', `${os}/${architecture}`];
  await promisify(execFile)(process.execPath, [program, ...words]);
  return path;
}
