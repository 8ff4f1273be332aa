import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { failWith } from '../failure.ts';
import { readJsonFields } from '../json-file.ts';

/**
 * Returns the files that are copied into a package: readme, changelog and license. A member of a workspace without a
 * license has that of the workspace.
 *
 * @returns paths.
 */
export async function readAccompanyingFiles(directory: string): Promise<string[]> {
  const own = await filesNamed(/^(?:readme|changelog|licen[cs]e|notice)(?:\.\w+)?$/i, directory);
  const hasLicense = own.some((path) => license.test(path));
  return hasLicense ? own : [...own, ...(await workspaceLicense(dirname(directory)))];
}

const license = /(?:^|[/\\])(?:licen[cs]e|notice)(?:\.\w+)?$/i;

async function workspaceLicense(directory: string): Promise<string[]> {
  const manifest = await readJsonFields(join(directory, 'package.json'));
  if (manifest?.workspaces !== undefined) return filesNamed(license, directory);
  const parent = dirname(directory);
  return parent === directory ? [] : workspaceLicense(parent);
}

async function filesNamed(pattern: RegExp, directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && pattern.test(entry.name));
  return files.map(({ name }) => join(directory, name)).toSorted();
}

/**
 * Reads the data files that accompany a package's modules: those of entry points, even if no module imports them. The
 * manifest is not included, since it is generated.
 *
 * @param entryPoints - the targets of entry points, relative to the app.
 * @returns path with `/`, relative to the app → text.
 * @throws Failure if a file can't be read.
 */
export async function readAccompanyingData(
  app: string,
  entryPoints: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const paths = entryPoints.map((entryPoint) => posix.normalize(entryPoint));
  const data = paths.filter((path) => path.endsWith('.json') && path !== 'package.json');
  return new Map(await Promise.all(data.map(async (path) => [path, await readDataText(join(app, path))] as const)));
}

async function readDataText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(failWith(`${file} can't be read: exports of package.json leads to it`));
}
