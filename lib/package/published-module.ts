// In: an app's program of the compiler, its output, and the definitions of its kinds. Out: the modules of a package.
// Called by `operand package`.

import { posix } from 'node:path';
import type ts from '@typescript/typescript6';
import { type CompiledFiles, compiledSources } from './compiled-file.ts';
import { describedDeclaration } from './described-declaration.ts';
import { type ExportedKind, exportedKinds, publishedNames } from './exported-kind.ts';

/** An app that is about to be published. */
export interface CompiledApp {
  readonly program: ts.Program;
  /** The directory of its sources. */
  readonly directory: string;
  readonly files: CompiledFiles;
  /** The exports of its entry points: path of the source → the module. */
  readonly entryPoints: ReadonlyMap<string, object>;
}

/** The modules of a package, with its kinds. */
export interface PublishedModules {
  readonly files: CompiledFiles;
  readonly kinds: readonly ExportedKind[];
}

/**
 * Returns the published modules of an app: the compiled ones, in which custom resource classes have named types. Their
 * fields have the descriptions of the definition as doc comments. Entry points export these types, too.
 *
 * @throws PackageError if a kind can't be published, with a remedy.
 */
export function publishedModules({ program, directory, files, entryPoints }: CompiledApp): PublishedModules {
  const own = new Set(compiledSources(program, directory).map(({ fileName }) => fileName));
  const kindsOf = new Map(
    [...entryPoints].map(([entryPoint, loaded]) => {
      const kinds = exportedKinds(program, entryPoint, loaded);
      return [entryPoint, kinds.filter(({ file }) => own.has(file))] as const;
    }),
  );
  const all = [...new Map([...kindsOf.values()].flat().map((kind) => [`${kind.file} ${kind.name}`, kind])).values()];
  const published = [...files].map(([path, text]): [string, string] => {
    if (!path.endsWith('.d.ts')) return [path, text];
    const source = posix.join(directory, path.replace(/\.d\.ts$/, '.ts'));
    const declared = all.filter(({ file }) => file === source);
    const names = (kindsOf.get(source) ?? []).map((kind) => publishedNames(kind, source));
    return [path, [describedDeclaration(path, text, declared), ...names].join('')];
  });
  return { files: new Map(published), kinds: all };
}
