import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The archive that `npm publish` would send for a package. */
export interface Tarball {
  /** The path of the archive. */
  readonly path: string;
  /** The paths in it. */
  readonly files: readonly string[];
}

/** Packs a package that has been built, into another directory. */
export async function pack(built: string, directory: string): Promise<Tarball> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', directory], { cwd: built });
  const [{ filename, files }] = JSON.parse(stdout);
  return { path: join(directory, filename), files: files.map(({ path }: { readonly path: string }) => path) };
}
