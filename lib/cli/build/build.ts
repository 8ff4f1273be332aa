// In: the file that starts the program. Out: the same program in a directory, without dependencies. Called by `build`.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { printText } from '../terminal/output.ts';
import { bundleBanner, programBundle } from './program-bundle.ts';

/**
 * Bundles `program`: as `main.mjs` in the output directory, with `chunks/`, in place of the previous bundle. Other
 * files in the directory stay.
 *
 * `node <output>/main.mjs` has the same commands; it needs no `node_modules`, and starts faster and with less memory.
 *
 * @throws Failure if esbuild isn't installed, if the sources can't be bundled, or if an existing `main.mjs` isn't a
 *   bundle; then nothing is written.
 */
export async function executeBuild(program: string, { output }: { readonly output: string }): Promise<void> {
  const main = join(output, 'main.mjs');
  if (existsSync(main) && !isBundledChunk(main)) {
    throw new Failure(`${main} exists, and \`build\` hasn't written it: name another directory with --output`);
  }
  const files = await programBundle(program, output);
  removeStaleChunks(join(output, 'chunks'), new Set(files.keys()));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  printText(`wrote ${main}\n`);
}

/**
 * Removes chunks of the previous bundle that the new one doesn't have, and their source maps.
 *
 * @param written - paths of the new one.
 */
function removeStaleChunks(directory: string, written: ReadonlySet<string>): void {
  if (!existsSync(directory)) return;
  const chunks = readdirSync(directory).map((name) => resolve(directory, name));
  for (const chunk of chunks.filter((path) => path.endsWith('.mjs') && !written.has(path) && isBundledChunk(path))) {
    for (const ending of ['', '.map', '.LEGAL.txt']) rmSync(`${chunk}${ending}`, { force: true });
  }
}

function isBundledChunk(path: string): boolean {
  return readFileSync(path, 'utf8').startsWith(bundleBanner);
}
