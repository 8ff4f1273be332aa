// In comes lib/, out goes the package `operand`: compiled, with declarations and a manifest of its own.
// Called by `.config/build.ts`, and by tests, which write elsewhere.

import { execFile } from 'node:child_process';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type Manifest, publishedManifest } from './manifest.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const lib = join(root, 'lib');

/**
 * Writes the publishable package to `directory`, in place of what was there.
 *
 * @throws Error with the compiler's words when lib/ does not compile.
 */
export async function buildLibrary(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await compile(directory);
  await cp(lib, directory, { recursive: true, filter: isCopied });
  const manifest = JSON.parse(await readFile(join(lib, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(directory, 'package.json'), publishedManifest(manifest));
  for (const name of ['README.md', 'LICENSE']) await copyFile(join(root, name), join(directory, name));
}

/** What the package holds beside compiled code, such as the Go modules of the control plane. */
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
