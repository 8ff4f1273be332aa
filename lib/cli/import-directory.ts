// In: the modules of kinds. Out: their files, the doors of their versions, and nothing left of what isn't served any more.
// Called by `operand import`.

import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type ImportedKind, importedFrom, isImported, type ModuleStyle, versionDoor } from '../import/index.ts';
import { Failure } from './failure.ts';

/** How modules are written, and what becomes of others. */
export interface ImportDirectoryOptions extends ModuleStyle {
  /** Whether these are all that there are to be, so that those of other definitions go. */
  readonly isWhole: boolean;
}

/**
 * Writes modules to a directory, with an index.ts for each version of a group.
 *
 * What an import has written before goes if its definition is among those of the modules, or they are all; what nobody
 * has imported is never touched.
 *
 * @returns the files of kinds that went, with `/`, relative to the directory.
 * @throws Failure if a file is in the way that no import has written, or one of another definition with such a kind.
 */
export async function writeImports(
  directory: string,
  imported: readonly ImportedKind[],
  options: ImportDirectoryOptions,
): Promise<string[]> {
  const before = await importedFiles(directory);
  if (!options.isWhole) refuseLoss(directory, before, imported);
  const files = filesAfter(before, imported, options);
  const inTheWay = [...files.keys()].find((path) => !before.has(path) && existsSync(join(directory, path)));
  if (inTheWay !== undefined) {
    const file = join(directory, inTheWay);
    throw new Failure(`${file} is in the way, and no import has written it: move it, or name another directory`);
  }
  const gone = [...before.keys()].filter((path) => !files.has(path));
  for (const path of gone) await rm(join(directory, path));
  for (const [path, text] of files) {
    if (before.get(path) === text) continue;
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return gone.filter((path) => importedFrom(before.get(path) ?? '') !== undefined && !path.endsWith('.schema.ts'));
}

type ModuleFiles = ReadonlyMap<string, string>;

/** Kinds of two definitions may have one name: what stays must not be written over. */
function refuseLoss(directory: string, before: ModuleFiles, imported: readonly ImportedKind[]): void {
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

/** All that imports have written when this one is over: its own, what stays, and the doors to both. */
function filesAfter(
  before: ModuleFiles,
  imported: readonly ImportedKind[],
  { isWhole, extension }: ImportDirectoryOptions,
): ModuleFiles {
  const definitions = new Set(imported.map(({ kind }) => kind.definitionName));
  const kept = [...before].filter(([, text]) => {
    const definition = importedFrom(text);
    return !isWhole && definition !== undefined && !definitions.has(definition);
  });
  const made = imported.flatMap(({ folder, file, types, schema }): [string, string][] => [
    [`${folder}/${file}.ts`, types],
    [`${folder}/${file}.schema.ts`, schema],
  ]);
  const modules = new Map([...kept, ...made]);
  const doors = [...Map.groupBy(modules, ([path]) => dirname(path))].map(([folder, inside]): [string, string] => {
    const classes = inside.filter(([path]) => !path.endsWith('.schema.ts'));
    const texts = new Map(classes.map(([path, text]) => [path.slice(folder.length + 1), text]));
    return [`${folder}/index.ts`, versionDoor(folder, texts, { extension })];
  });
  return new Map([...modules, ...doors]);
}

/** The files that imports have written: path with `/`, relative to the directory → text. */
async function importedFiles(directory: string): Promise<ModuleFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new Failure(`${directory} can't be read: name a directory`, { cause: error });
  });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts'));
  const read = await Promise.all(
    files.map(async ({ parentPath, name }): Promise<[string, string]> => {
      const file = join(parentPath, name);
      return [relative(directory, file).replaceAll(sep, '/'), await readFile(file, 'utf8')];
    }),
  );
  return new Map(read.filter(([, text]) => isImported(text)).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
