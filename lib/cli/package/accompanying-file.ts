import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readManifest } from './manifest-file.ts';

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
  const manifest = await readManifest(join(directory, 'package.json'));
  if (manifest?.workspaces !== undefined) return filesNamed(license, directory);
  const parent = dirname(directory);
  return parent === directory ? [] : workspaceLicense(parent);
}

async function filesNamed(pattern: RegExp, directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && pattern.test(entry.name));
  return files.map(({ name }) => join(directory, name)).toSorted();
}
