// In: a program of the compiler. Out: what it makes of an app's sources, as text.
// Called by `operand package`, before anything is looked at or written.

import { posix } from 'node:path';
import type ts from '@typescript/typescript6';
import { PackageError } from './package-error.ts';

/** The files that a compiler makes of an app's sources: path with `/`, relative to the app → text. */
export type CompiledFiles = ReadonlyMap<string, string>;

/** The sources of a program that lie in a directory, data in JSON among them. */
export function ownSources(program: ts.Program, directory: string): ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName, isDeclarationFile }) => {
    const path = posix.relative(directory, fileName);
    return !isDeclarationFile && !path.startsWith('../') && !path.split('/').includes('node_modules');
  });
}

/**
 * Modules, their declarations and source maps, each beside where its source would be.
 *
 * @throws PackageError for a source of which something else becomes.
 */
export function compiledFiles(program: ts.Program, directory: string): CompiledFiles {
  const files = new Map<string, string>();
  for (const source of ownSources(program, directory)) {
    const name = posix.relative(directory, source.fileName);
    if (!/\.(?:tsx?|json)$/.test(name)) {
      throw new PackageError(`${name} would be left out of the package: call it .ts, .tsx or .json`);
    }
    // What would be written to its own place isn't emitted.
    if (source.fileName.endsWith('.json')) files.set(name, source.text);
    program.emit(source, (path, text) => files.set(posix.relative(directory, path), text));
  }
  return files;
}
