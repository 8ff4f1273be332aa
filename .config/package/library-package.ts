// Compiles lib/ into the package `operand`, with declarations and its own manifest. Called by `.config/build.ts`, and
// by tests with another directory.

import { execFile } from 'node:child_process';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Manifest, publishedManifest } from './manifest.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const lib = join(root, 'lib');

/**
 * Writes the publishable package to `directory` and replaces its earlier content.
 *
 * @throws Error with the output of the compiler if lib/ doesn't compile.
 */
export async function buildLibrary(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await compile(directory);
  await cp(lib, directory, { recursive: true, filter: isCopied });
  const manifest = JSON.parse(await readFile(join(lib, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(directory, 'package.json'), publishedManifest(manifest));
  for (const name of ['README.md', 'LICENSE']) await copyFile(join(root, name), join(directory, name));
}

/**
 * Returns true for the files that the package contains beside compiled code, such as the Go modules of the control
 * plane.
 */
function isCopied(path: string): boolean {
  return !path.endsWith('.ts') && !['node_modules', 'package.json', 'ARCHITECTURE.md'].includes(basename(path));
}

async function compile(directory: string): Promise<void> {
  const compiler = join(root, 'node_modules/@typescript/compiler/bin/tsc');
  const project = join(root, '.config/tsconfig.build.json');
  await run(process.execPath, [compiler, '--project', project, '--outDir', directory]).catch((error: unknown) => {
    const words = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`lib/ does not compile:\n${words}`, { cause: error });
  });
}
