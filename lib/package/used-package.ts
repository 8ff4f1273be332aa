// In: the files of a package. Out: the packages that they import, and imports that aren't valid. Called by
// `operand package`, whose manifest has only the imported packages.

import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import ts from '@typescript/typescript6';
import type { CompiledFiles } from './compiled-file.ts';
import { PackageError } from './package-error.ts';

/** Returns the names of all packages that modules and declarations import, sorted. */
export function usedPackages(files: CompiledFiles): string[] {
  const names = importedNames(files)
    .filter(({ specifier }) => !isPackageInternal(specifier) && !isBuiltin(specifier))
    .map(({ specifier }) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].toSorted();
}

/**
 * Rejects imports of neither a used package nor a published file: they work only at the place of the sources.
 *
 * @throws PackageError naming the import.
 */
export function assertPublishableImports(files: CompiledFiles): void {
  for (const { path, specifier } of importedNames(files).filter((each) => isPackageInternal(each.specifier))) {
    if (specifier.startsWith('#')) {
      throw new PackageError(`${path} imports ${specifier}, which doesn't exist once it is published: write its path`);
    }
    const target = posix.join(posix.dirname(path), specifier);
    if (files.has(target) || files.has(target.replace(/\.[jt]s$/, '.d.ts'))) continue;
    throw new PackageError(
      `${path} imports ${specifier}, which is not published: move it into the directory of the package, or a package of its own`,
    );
  }
}

interface FoundImport {
  /** The path of the importing file. */
  readonly path: string;
  readonly specifier: string;
}

function importedNames(files: CompiledFiles): FoundImport[] {
  return [...files]
    .filter(([path]) => /\.[jt]s$/.test(path))
    .flatMap(([path, text]) =>
      ts.preProcessFile(text).importedFiles.map(({ fileName }) => ({ path, specifier: fileName })),
    );
}

/** Returns true if the package itself resolves an import. */
function isPackageInternal(specifier: string): boolean {
  return /^[.#]/.test(specifier);
}
