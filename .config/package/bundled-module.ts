// Bundles compiled modules, since Node loads a few large ones in half the time. Called for both packages of the library.

import { join, posix, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import ts from 'typescript';

/** Bundled modules. */
export interface BundledModules {
  /** Path relative to the directory of the compiled modules → text. */
  readonly texts: ReadonlyMap<string, string>;
  /** The paths of the compiled modules in them. */
  readonly sources: readonly string[];
}

/**
 * Bundles the modules that entry points import, without source maps. Modules that several entry points share are in
 * `shared/`, so that each class exists once.
 *
 * @param compiled - the directory of the compiled modules.
 * @param entryPoints - path in the package → path of the module, without extension.
 */
export async function bundledModules(
  compiled: string,
  entryPoints: Readonly<Record<string, string>>,
  plugins: Plugin[] = [],
): Promise<BundledModules> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: compiled,
    metafile: true,
    entryPoints: Object.fromEntries(
      Object.entries(entryPoints).map(([path, module]) => [path, join(compiled, `${module}.js`)]),
    ),
    outdir: compiled,
    plugins,
    ...{ bundle: true, splitting: true, write: false, packages: 'external' },
    ...{ format: 'esm', platform: 'node', target: 'es2024', chunkNames: 'shared/[hash]' },
    // All supported versions of Node have them.
    supported: { 'import-attributes': true },
  });
  return {
    texts: new Map(outputFiles.map(({ path, text }) => [relative(compiled, path), text])),
    sources: Object.keys(metafile.inputs),
  };
}

/** The begin of an import by path in the package: esbuild would write it relative to the directory of the package. */
const fromPackage = 'package:';

/** The compiled form of a module with nothing but types. */
const typesOnly = 'export {};\n';

/**
 * Bundles a package. Modules keep their paths if these matter: those that no other one imports, such as programs, those
 * that read files beside them, and `fixed` ones.
 *
 * @param modules - path with extension → text, of all modules.
 * @param fixed - paths without extension.
 * @param replaced - path without extension → the import that replaces the module.
 */
export async function bundledPackage(
  compiled: string,
  modules: ReadonlyMap<string, string>,
  { fixed, replaced }: { readonly fixed: readonly string[]; readonly replaced: ReadonlyMap<string, string> },
): Promise<ReadonlyMap<string, string>> {
  const imported = new Set(
    [...modules].flatMap(([path, text]) =>
      ts.preProcessFile(text).importedFiles.map(({ fileName }) => posix.join(posix.dirname(path), fileName)),
    ),
  );
  const isOwn = (path: string, text: string) => !imported.has(path) || text.includes('import.meta.');
  const found = [...modules].filter(([path, text]) => text !== typesOnly && isOwn(path, text)).map(([path]) => path);
  const own = new Set([...found.map((path) => path.replace(/\.js$/, '')), ...fixed]);

  const plugin: Plugin = {
    name: 'own-paths',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        const target = relative(compiled, join(resolveDir, path));
        const replacement = replaced.get(target.replace(/\.js$/, ''));
        if (replacement !== undefined) return { path: replacement, external: true };
        const stays = own.has(target.replace(/\.js$/, '')) || target.endsWith('.json');
        return stays ? { path: `${fromPackage}${target}`, external: true } : undefined;
      });
    },
  };
  const { texts } = await bundledModules(compiled, Object.fromEntries([...own].map((path) => [path, path])), [plugin]);
  return new Map(
    [...texts].map(([path, text]) => [
      path,
      text.replaceAll(new RegExp(`(?<=")${fromPackage}([^"]+)(?=")`, 'g'), (_, target: string) => {
        const specifier = posix.relative(posix.dirname(path), target);
        return specifier.startsWith('.') ? specifier : `./${specifier}`;
      }),
    ]),
  );
}
