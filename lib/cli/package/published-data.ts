import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { Failure } from '../failure.ts';

/**
 * The data that doors lead to, whether a module of the app reads it or not. The manifest is none: it is written anew.
 *
 * @param doors - what the doors lead to, relative to the app.
 * @returns path with `/`, relative to the app → text.
 * @throws Failure if it can't be read.
 */
export async function publishedData(app: string, doors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const paths = doors.map((door) => posix.normalize(door));
  const data = paths.filter((path) => path.endsWith('.json') && path !== 'package.json');
  return new Map(await Promise.all(data.map(async (path) => [path, await textOf(join(app, path))] as const)));
}

async function textOf(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(`${file} can't be read: exports of package.json leads to it`, { cause: error });
  });
}
