// In: the directory of an app. Out: a directory with the package that platform repositories install: the compiled
// exports of the app's entry points with their dependencies, without the operator. Called by `operand package`, and by
// this repository's own build.

import { basename, posix, resolve, sep } from 'node:path';
import {
  assertPublishableImports,
  compiledFiles,
  definitionNames,
  definitionPackage,
  packageTitle,
  publishedManifest,
  publishedModules,
  sourceEntryPoints,
  type UsedPackage,
  usedPackages,
  withDefinitionImports,
} from '../../package/index.ts';
import { Failure } from '../failure.ts';
import { readJsonFields } from '../json-file.ts';
import { readAccompanyingData, readAccompanyingFiles } from './accompanying-file.ts';
import { assertDeclarations, compileApp } from './compilation.ts';
import { loadCompiledModule } from './compiled-module.ts';
import { installedPackage } from './installed-package.ts';
import { writePackageDirectory } from './package-directory.ts';

/** A written package. */
export interface ConstructsPackage {
  readonly name: string;
  readonly version: string;
  /** The names of the custom resource classes in it. */
  readonly kinds: readonly string[];
}

/**
 * Writes the package of an app's constructs. Custom resource classes have types with the descriptions of their
 * definition as doc comments, and the compiler checks all declarations.
 *
 * @param directory - the directory of the app.
 * @param output - the directory for the package, in place of an earlier one.
 * @throws Failure if the app doesn't compile, or if other files are in the output directory; PackageError if the app
 *   can't be published. Then nothing is written.
 */
export async function writeConstructsPackage(directory: string, output: string): Promise<ConstructsPackage> {
  const app = resolve(directory).replaceAll(sep, '/');
  const manifest = await readJsonFields(resolve(app, 'package.json'));
  if (manifest === undefined) throw new Failure(`${directory} has no package.json: name the directory of an app`);
  const { name, version } = packageTitle(manifest);
  const entryPoints = [...sourceEntryPoints(manifest).values()];
  const sources = entryPoints
    .filter((entryPoint) => entryPoint.endsWith('.ts'))
    .map((entryPoint) => posix.join(app, entryPoint));

  const program = compileApp(app, sources);
  const compiled = compiledFiles(program, app);
  assertPublishableImports(compiled);
  const loaded = new Map<string, object>();
  for (const source of sources)
    loaded.set(source, await loadCompiledModule(source.replace(/\.ts$/, '.js'), app, compiled));
  const { files: described, kinds } = publishedModules({
    program,
    directory: app,
    files: compiled,
    entryPoints: loaded,
  });
  assertDeclarations(program, app, described);
  const modules = withDefinitionImports(described, definitionNames(program, app));

  const used = await Promise.all(
    usedPackages(modules).map((each) =>
      each === definitionPackage ? installedDefinitionPackage(app) : installedPackage(each, app),
    ),
  );
  const copied = await readAccompanyingFiles(app);
  const files = new Map([...modules, ...(await readAccompanyingData(app, entryPoints))]);
  const names = [...files.keys(), ...copied.map((path) => basename(path))];
  const text = publishedManifest(manifest, { files: names, used });
  await writePackageDirectory(resolve(output), app, { name, manifest: text, files, copied });
  return { name, version, kinds: kinds.map((kind) => kind.name) };
}

/**
 * Returns the package with the definition side of this library, which has the version of the library. Its range includes
 * all later versions with the same promise, so that packages of several teams share one copy.
 */
async function installedDefinitionPackage(app: string): Promise<UsedPackage> {
  const { version } = await installedPackage('operand', app);
  const range = version.startsWith('0.') ? `>=${version} <1` : `^${version}`;
  return { name: definitionPackage, version, isShared: true, range };
}
