import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Failure } from '../failure.ts';

/**
 * Reads the data files of entry points, even if no module imports them. The manifest is not included, since it is
 * generated.
 *
 * @param entryPoints - the targets of entry points, relative to the app.
 * @returns path with `/`, relative to the app → text.
 * @throws Failure if a file can't be read.
 */
export async function readPublishedData(
  app: string,
  entryPoints: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paths = entryPoints.map((entryPoint) => posix.normalize(entryPoint));
  const data = paths.filter((path) => path.endsWith('.json') && path !== 'package.json');
  return new Map(await Promise.all(data.map(async (path) => [path, await readDataText(join(app, path))] as const)));
}

async function readDataText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(`${file} can't be read: exports of package.json leads to it`, { cause: error });
  });
}
