// Builds sources into a directory of the user's cache. Called before the first round for each subject that needs a
// build.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { testKitDirectory } from '../../lib/testing/toolchain/cache-directory.ts';

/** A build of some sources. */
export interface Build {
  /** The name in messages. */
  readonly title: string;
  /** The path of the files whose changes cause a new build. */
  readonly source: string;
  /** The command that must be installed on the machine. */
  readonly toolchain: string | undefined;
  /** Builds `source` into `directory`. */
  readonly build: (source: string, directory: string, signal: AbortSignal) => Promise<unknown>;
}

const run = promisify(execFile);

/**
 * Builds something once, and again when its sources change.
 *
 * @returns the directory with the result.
 * @throws Error if the toolchain is missing or the build fails; the signal's reason if it aborts during a build.
 */
export async function built(
  { title, source, toolchain, build }: Build,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const cache = join(testKitDirectory(), 'bench');
  const directory = join(cache, await digest(source));
  // The digest doesn't cover the library: the started program bundles the operator again when the library changes.
  if (toolchain !== undefined && (await exists(directory))) return directory;
  say(`building ${title}, once`);
  const partial = join(cache, `partial-${process.pid}`);
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true });
  try {
    if (toolchain !== undefined) await requireTool(toolchain, title);
    // Toolchains write lock files beside the sources, which don't belong in the repository.
    await cp(source, join(partial, 'source'), { recursive: true });
    await mkdir(join(partial, 'built'));
    await build(toolchain === undefined ? source : join(partial, 'source'), join(partial, 'built'), signal);
    await rm(directory, { recursive: true, force: true });
    await rename(join(partial, 'built'), directory);
    return directory;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** Runs a program of a toolchain to its end. @returns its output. */
export async function tool(
  command: string,
  args: readonly string[],
  cwd: string,
  signal: AbortSignal,
): Promise<string> {
  const options = { cwd, signal, env: { ...process.env, GOWORK: 'off', CGO_ENABLED: '0' }, maxBuffer: 2 ** 26 };
  return (await run(command, args, options)).stdout;
}

async function requireTool(command: string, title: string): Promise<void> {
  const version = command === 'go' ? 'version' : '--version';
  await run(command, [version]).catch((error: unknown) => {
    throw new Error(`${title} can't be built without ${command}: install it, or leave it out`, { cause: error });
  });
}

async function digest(directory: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.toSorted()) hash.update(relative(directory, path)).update(await readFile(path));
  return hash.digest('hex').slice(0, 16);
}

async function exists(directory: string): Promise<boolean> {
  return (await readdir(directory).catch(() => [])).length > 0;
}
