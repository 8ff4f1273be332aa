// In: the file that the program was started with. Out: the same program in a directory, without dependencies.
// Called by `main`.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Failure } from '../failure.ts';
import { print } from '../terminal/output.ts';
import { bundleBanner, programBundle } from './program-bundle.ts';

/** The words of `build`. */
export interface BuildCommandOptions {
  readonly output: string;
}

/**
 * Bundles `program`: as `main.mjs` in the directory for output, with `chunks/` beside it, in place of the last bundle. What
 * else lies in the directory stays.
 *
 * `node <output>/main.mjs` takes the same commands; it needs no `node_modules`, and starts sooner and in less memory.
 *
 * @throws Failure if esbuild isn't installed, the sources can't be bundled, or a `main.mjs` is there that is no bundle;
 * then nothing is written.
 */
export async function buildCommand(program: string, { output }: BuildCommandOptions): Promise<void> {
  const main = join(output, 'main.mjs');
  if (existsSync(main) && !isBundled(main)) {
    throw new Failure(`${main} is there, and \`build\` hasn't written it: name another directory with --output`);
  }
  const files = await programBundle(program, output);
  removeStale(join(output, 'chunks'), new Set(files.keys()));
  for (const [path, bytes] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  print(`wrote ${main}\n`);
}

/** Removes the chunks of the last bundle that aren't of this one, and what belongs to them. @param written - paths of this one. */
function removeStale(directory: string, written: ReadonlySet<string>): void {
  if (!existsSync(directory)) return;
  const chunks = readdirSync(directory).map((name) => resolve(directory, name));
  for (const chunk of chunks.filter((path) => path.endsWith('.mjs') && !written.has(path) && isBundled(path))) {
    for (const ending of ['', '.map', '.LEGAL.txt']) rmSync(`${chunk}${ending}`, { force: true });
  }
}

function isBundled(path: string): boolean {
  return readFileSync(path, 'utf8').startsWith(bundleBanner);
}
