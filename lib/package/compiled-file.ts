// In: a program of the compiler. Out: the compiled files of an app's sources, as text. Called by `operand package` as
// its first step.

import { posix } from 'node:path';
import type ts from '@typescript/typescript6';
import { PackageError } from './package-error.ts';

/** The compiled files of an app's sources: path with `/`, relative to the app → text. */
export type CompiledFiles = ReadonlyMap<string, string>;

/** Returns the sources of compiled files: those of a program in a directory, including JSON data. */
export function compiledSources(program: ts.Program, directory: string): ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName, isDeclarationFile }) => {
    const path = posix.relative(directory, fileName);
    return !isDeclarationFile && !path.startsWith('../') && !path.split('/').includes('node_modules');
  });
}

/**
 * Returns modules, their declarations and source maps, each next to the place of its source.
 *
 * @throws PackageError for a source that the package can't contain.
 */
export function compiledFiles(program: ts.Program, directory: string): CompiledFiles {
  const files = new Map<string, string>();
  for (const source of compiledSources(program, directory)) {
    const name = posix.relative(directory, source.fileName);
    if (!/\.(?:tsx?|json)$/.test(name)) {
      throw new PackageError(`${name} would be left out of the package: rename it to .ts, .tsx or .json`);
    }
    // The compiler doesn't emit files that would overwrite their source.
    if (source.fileName.endsWith('.json')) files.set(name, source.text);
    program.emit(source, (path, text) => files.set(posix.relative(directory, path), text));
  }
  return files;
}
