// In: a directory of modules, and the compiler options of its project. Out: a package.json if Node needs one to run
// them. Called by `operand import`.

import { rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { readFileText, readJsonFields } from '../json-file.ts';
import { moduleExtension } from './compiler-options.ts';

/** JSON has no comments, so an import recognizes its file by the whole text. */
const modulePackage = `{
  "description": "Written by \`operand import\`: makes Node load the modules in this directory as ES modules.",
  "type": "module"
}
`;

/**
 * Makes Node load a directory's modules as ES modules. Writes a package.json if Node runs them directly and the parent
 * package has another type; removes it if that is no longer so.
 *
 * A compiler with a separate output directory would not copy it, so such projects get none. A package.json that no
 * import wrote stays unchanged.
 *
 * @param options - the compiler options of the directory's project; undefined if there is no project.
 * @returns the change; undefined if there is none.
 * @throws Failure if a package.json can't be read.
 */
export async function keepModulePackage(
  directory: string,
  options: JsonObject | undefined,
): Promise<'written' | 'removed' | undefined> {
  const file = join(directory, 'package.json');
  const text = await readFileText(file);
  const isNeeded = await needsModulePackage(directory, options);
  if (isNeeded && text === undefined) {
    await writeFile(file, modulePackage);
    return 'written';
  }
  if (isNeeded || text !== modulePackage) return undefined;
  await rm(file);
  return 'removed';
}

/**
 * Returns the package that the modules of a directory import: `operand-api` in a project that depends on it and not on
 * `operand`, such as a repository of charts.
 *
 * @throws Failure if the project's package.json can't be read.
 */
export async function importedLibrary(directory: string): Promise<'operand' | 'operand-api'> {
  const { dependencies } = (await nearestPackage(dirname(resolve(directory)))) ?? {};
  return isJsonObject(dependencies) && 'operand-api' in dependencies && !('operand' in dependencies)
    ? 'operand-api'
    : 'operand';
}

async function needsModulePackage(directory: string, options: JsonObject | undefined): Promise<boolean> {
  const isCompiled = options?.rewriteRelativeImportExtensions === true && options.noEmit !== true;
  if (isCompiled || moduleExtension(options) !== '.ts') return false;
  const above = await nearestPackage(dirname(resolve(directory)));
  return above !== undefined && above.type !== 'module';
}

async function nearestPackage(directory: string): Promise<JsonObject | undefined> {
  const manifest = await readJsonFields(join(directory, 'package.json'));
  const parent = dirname(directory);
  return manifest !== undefined || parent === directory ? manifest : nearestPackage(parent);
}
