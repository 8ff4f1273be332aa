// In: a directory of modules, and what its project tells the compiler. Out: a package.json where Node needs one to run them.
// Called by `operand import`.

import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { jsonIn, textOf } from '../json-file.ts';
import { moduleExtension } from './module-extension.ts';

/** JSON has no comments, so the whole text is what an import knows it by. */
const modulePackage = `{
  "description": "Written by \`operand import\`: has Node read the modules in here as what they are.",
  "type": "module"
}
`;

/**
 * Sees to it that Node reads a directory's modules as ES modules: writes a package.json to it where they are run as they
 * are and what Node finds above takes them for something else, and removes it where that is no longer so.
 *
 * A compiler that writes JavaScript elsewhere would leave it behind, so such projects get none. A package.json that no
 * import has written stays as it is.
 *
 * @param options - what the directory's project tells the compiler; undefined if it is in none.
 * @returns what became of it; undefined if nothing.
 * @throws Failure if a package.json can't be read.
 */
export async function keepModulePackage(
  directory: string,
  options: JsonObject | undefined,
): Promise<'written' | 'removed' | undefined> {
  const file = join(directory, 'package.json');
  const text = await textOf(file);
  const isNeeded = await needsModulePackage(directory, options);
  if (isNeeded && text === undefined) {
    await writeFile(file, modulePackage);
    return 'written';
  }
  if (isNeeded || text !== modulePackage) return undefined;
  await rm(file);
  return 'removed';
}

async function needsModulePackage(directory: string, options: JsonObject | undefined): Promise<boolean> {
  const isCompiled = options?.rewriteRelativeImportExtensions === true && options.noEmit !== true;
  if (isCompiled || moduleExtension(options) !== '.ts') return false;
  const above = await nearestPackage(dirname(resolve(directory)));
  return above !== undefined && above.type !== 'module';
}

async function nearestPackage(directory: string): Promise<JsonObject | undefined> {
  const file = join(directory, 'package.json');
  const text = await textOf(file);
  if (text !== undefined) {
    const manifest = jsonIn(file, text);
    return isJsonObject(manifest) ? manifest : {};
  }
  const parent = dirname(directory);
  return parent === directory ? undefined : nearestPackage(parent);
}
