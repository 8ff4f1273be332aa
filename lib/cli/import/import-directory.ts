// In: the modules of kinds. Out: their files, and the index files of their versions; stale files stay or go. Called by
// `operand import`.

import { type Dirent, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import {
  entryPointNames,
  type ImportedKind,
  importedFrom,
  isImported,
  type ModuleStyle,
  versionEntryPoint,
} from '../../import/index.ts';
import { isMissingFile, isSystemError } from '../../system/index.ts';
import { Failure } from '../failure.ts';

/** The style of modules, and the treatment of existing ones. */
export interface ImportDirectoryOptions extends ModuleStyle {
  /** True if the modules are complete, so that those of other definitions are stale. */
  readonly isWhole: boolean;
  /** True if stale files are removed, with folders that become empty. */
  readonly prunes: boolean;
}

/**
 * Writes modules to a directory, with an index.ts for each version of a group.
 *
 * Files of an earlier import are stale if their definition is among those of the modules, or if the modules are complete.
 * Ignores folders deeper than those of the modules, and files that no import wrote.
 *
 * @returns the stale files of kinds, with `/`, relative to the directory.
 * @throws Failure if a file that no import wrote is in the way, or one of another definition with the same kind. Also
 *   if a class and a type would have the same name. Then nothing is written.
 */
export async function writeImports(
  directory: string,
  imported: readonly ImportedKind[],
  options: ImportDirectoryOptions,
): Promise<string[]> {
  const before = await readImportedFiles(directory, imported);
  const stale = staleFiles(before, imported, options);
  if (!(options.isWhole && options.prunes)) refuseKindLoss(directory, before, imported);
  const files = filesAfterImport(
    [...before].filter(([path]) => !(options.prunes && stale.has(path))),
    imported,
    options,
  );
  const inTheWay = [...files.keys()].find((path) => !before.has(path) && existsSync(join(directory, path)));
  if (inTheWay !== undefined) {
    const file = join(directory, inTheWay);
    throw new Failure(`${file} is in the way, and no import has written it: move it, or name another directory`);
  }
  const gone = [...before.keys()].filter((path) => !files.has(path));
  for (const path of gone) await removeFile(directory, path);
  for (const [path, text] of files) {
    if (before.get(path) === text) continue;
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return [...stale].filter((path) => !path.endsWith('.schema.ts'));
}

type ModuleFiles = ReadonlyMap<string, string>;

/** Kinds of two definitions may have one name: a file that stays must not be overwritten. */
function refuseKindLoss(directory: string, before: ModuleFiles, imported: readonly ImportedKind[]): void {
  const definitions = new Set(imported.map(({ kind }) => kind.definitionName));
  for (const { folder, file, kind } of imported) {
    const path = `${folder}/${file}.ts`;
    const other = importedFrom(before.get(path) ?? '');
    if (other === undefined || definitions.has(other)) continue;
    throw new Failure(
      `${join(directory, path)} is of ${other}, and ${kind.definitionName} has a kind of that name: import both at once`,
    );
  }
}

/** Returns the files of kinds that are stale after the import. */
function staleFiles(
  before: ModuleFiles,
  imported: readonly ImportedKind[],
  { isWhole }: ImportDirectoryOptions,
): ReadonlySet<string> {
  const definitions = new Set(imported.map(({ kind }) => kind.definitionName));
  const made = new Set(imported.flatMap(({ folder, file }) => [`${folder}/${file}.ts`, `${folder}/${file}.schema.ts`]));
  const stale = [...before].filter(([path, text]) => {
    const definition = importedFrom(text);
    return definition !== undefined && !made.has(path) && (isWhole || definitions.has(definition));
  });
  return new Set(stale.map(([path]) => path));
}

/** Removes a file, and the folders that it leaves empty. */
async function removeFile(directory: string, path: string): Promise<void> {
  await rm(join(directory, path));
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    try {
      await rmdir(join(directory, folder));
    } catch (error) {
      if (isSystemError(error, 'ENOTEMPTY', 'EEXIST')) return;
      throw error;
    }
  }
}

/** Returns all files after the import: new ones, those that stay, and their index files. */
function filesAfterImport(
  before: readonly (readonly [path: string, text: string])[],
  imported: readonly ImportedKind[],
  { extension }: ModuleStyle,
): ModuleFiles {
  const kept = before.filter(([, text]) => importedFrom(text) !== undefined);
  const made = imported.flatMap(({ folder, file, types, schema }): [string, string][] => [
    [`${folder}/${file}.ts`, types],
    [`${folder}/${file}.schema.ts`, schema],
  ]);
  const modules = new Map([...kept, ...made]);
  const entryPoints = [...Map.groupBy(modules, ([path]) => dirname(path))].map(([folder, inside]): [string, string] => {
    const classes = inside.filter(([path]) => !path.endsWith('.schema.ts'));
    const texts = new Map(classes.map(([path, text]) => [path.slice(folder.length + 1), text]));
    refuseTypeClash(folder, texts);
    return [`${folder}/index.ts`, versionEntryPoint(folder, texts, { extension })];
  });
  return new Map([...modules, ...entryPoints]);
}

/** A kind imported separately may have a type with the name of another kind's class: an index can't export both. */
function refuseTypeClash(folder: string, modules: ModuleFiles): void {
  const names = [...modules].flatMap(([file, text]) => entryPointNames(text).map((each) => ({ ...each, file })));
  const types = names.filter(({ isClass }) => !isClass);
  for (const { name, file } of names.filter(({ isClass }) => isClass)) {
    const other = types.find((type) => type.name === name);
    if (other === undefined) continue;
    throw new Failure(
      `${folder}: ${name} is the class of ${file} and a type of ${other.file}: import both at once, and they have names of their own`,
    );
  }
}

/**
 * Returns the files that imports have written, of all groups and versions: path with `/`, relative to the directory →
 * text.
 */
async function readImportedFiles(directory: string, imported: readonly ImportedKind[]): Promise<ModuleFiles> {
  const roots = new Set(['.', ...imported.map(({ folder }) => posix.join(folder, '../..'))]);
  const groups = await Promise.all([...roots].map((root) => foldersOfGroup(directory, root)));
  const versions = await Promise.all(groups.flat().map((group) => foldersOfGroup(directory, group)));
  const read = await Promise.all(versions.flat().map((version) => readModulesIn(directory, version)));
  const modules = read.flat().filter(([, text]) => isImported(text));
  return new Map(modules.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

async function foldersOfGroup(directory: string, folder: string): Promise<string[]> {
  const folders = (await entriesOfFolder(directory, folder)).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => name !== 'node_modules' && !name.startsWith('.'));
  return names.map((name) => posix.join(folder, name));
}

async function readModulesIn(directory: string, folder: string): Promise<[path: string, text: string][]> {
  const entries = await entriesOfFolder(directory, folder);
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts')).map(({ name }) => name);
  return Promise.all(
    names.map(async (name) => [`${folder}/${name}`, await readFile(join(directory, folder, name), 'utf8')]),
  );
}

/** Returns the entries of a folder; none if it doesn't exist. */
async function entriesOfFolder(directory: string, folder: string): Promise<Dirent[]> {
  const path = join(directory, folder);
  return await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissingFile(error)) return [];
    throw new Failure(`${path} can't be read: name a directory`, { cause: error });
  });
}
