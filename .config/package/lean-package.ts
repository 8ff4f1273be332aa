// Builds the package `operand-api` from the compiled library: its definition side only, as few modules, for projects
// that install the constructs of an operator. Called by `library-package.ts`.

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { compiledEntryPoints, usedPackages } from '../../lib/package/index.ts';
import { bundledModules } from './bundled-module.ts';
import type { Manifest } from './manifest.ts';

/** The name of the package. */
export const leanName = 'operand-api';

/**
 * The entry points, as path in the package → module of lib/. Those of authors come first; the package `operand` of the
 * same version imports the others. The paths are those of files, for compilers that don't read `exports`.
 */
const entryPoints = {
  index: 'api/author/index',
  schema: 'schema/author/index',
  'internal/api': 'api/index',
  'internal/schema': 'schema/index',
  'internal/schema/structural': 'schema/structural/index',
  'internal/clock': 'clock/index',
  'internal/error': 'error/index',
  'internal/system': 'system/index',
};

/** The modules of lib/ that the package `operand` doesn't contain. */
export const leanModules: ReadonlySet<string> = new Set(
  Object.values(entryPoints).map((module) => module.replace(/\/.*$/, '')),
);

/** The modules of lib/ that `operand` imports from the lean package: path without extension → its entry point. */
export const leanImports: ReadonlyMap<string, string> = new Map(
  Object.entries(entryPoints).map(([path, module]) => [module, path === 'index' ? leanName : `${leanName}/${path}`]),
);

/**
 * Writes the package: its bundled modules, and the declarations that its entry points reach.
 *
 * @param compiled - the directory of the compiled library.
 * @throws Error if it would contain a module that the package `operand` contains, too.
 */
export async function writeLeanPackage(compiled: string, directory: string, library: Manifest): Promise<void> {
  const { texts: modules, sources } = await bundledModules(compiled, entryPoints);
  const twice = sources.filter((path) => !leanModules.has(path.replace(/\/.*$/, '')));
  if (twice.length > 0)
    throw new Error(`${twice.join(', ')} would be in both packages: add the module to the entry points`);
  const declarations = new Map([
    ...(await reachedDeclarations(compiled, Object.values(entryPoints))),
    ...Object.entries(entryPoints).map(([path, module]) => [`${path}.d.ts`, declarationOf(path, module)] as const),
  ]);
  for (const [path, text] of [...modules, ...declarations]) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  const manifest = leanManifest(library, usedPackages(modules), usedPackages(declarations));
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await copyFile(join(import.meta.dirname, 'operand-api.md'), join(directory, 'README.md'));
}

/** Returns the declaration of an entry point. */
function declarationOf(path: string, module: string): string {
  const target = posix.relative(posix.dirname(path), `types/${module}.ts`);
  return `export * from '${target.startsWith('.') ? target : `./${target}`}';\n`;
}

/** Returns the declarations that modules import: path in the package → text. */
async function reachedDeclarations(compiled: string, modules: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const reached = new Map<string, string>();
  const open = modules.map((module) => `${module}.d.ts`);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(`types/${path}`)) continue;
    const text = await readFile(join(compiled, path), 'utf8');
    reached.set(`types/${path}`, text);
    const imported = ts.preProcessFile(text).importedFiles.filter(({ fileName }) => fileName.startsWith('.'));
    const directory = posix.dirname(path);
    open.push(...imported.map(({ fileName }) => posix.join(directory, fileName.replace(/\.ts$/, '.d.ts'))));
  }
  return reached;
}

/**
 * Returns the manifest. Packages that only declarations import are optional peers.
 */
function leanManifest({ dependencies, peerDependencies, ...library }: Manifest, loaded: string[], declared: string[]) {
  const ranges = { ...dependencies, ...peerDependencies };
  const rangesOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, ranges[name]]));
  const shared = ['cdk8s', 'constructs'];
  const typesOnly = declared.filter((name) => !loaded.includes(name) && !shared.includes(name));
  return {
    name: leanName,
    version: library.version,
    description: 'Custom resources and children of Kubernetes operators as cdk8s constructs, without the operator.',
    keywords: ['kubernetes', 'cdk8s', 'constructs', 'custom-resource', 'crd'],
    license: library.license,
    type: 'module',
    sideEffects: false,
    exports: {
      ...compiledEntryPoints(
        Object.keys(entryPoints).map((path) => [path === 'index' ? '.' : `./${path}`, `./${path}.ts`]),
      ),
      './package.json': './package.json',
    },
    files: ['**/*.js', '**/*.d.ts'],
    // From this version on, `require` loads ES modules.
    engines: { node: '>=20.19' },
    dependencies: rangesOf(loaded.filter((name) => !shared.includes(name))),
    peerDependencies: rangesOf([...shared, ...typesOnly]),
    peerDependenciesMeta: Object.fromEntries(typesOnly.map((name) => [name, { optional: true }])),
  };
}
