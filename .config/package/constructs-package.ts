// In comes the folder of an app, out goes the package that platform repositories install: what its index.ts exports and
// what that needs, compiled, without the operator.
// Called by `.config/build.ts`, and by tests, which write elsewhere.

import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describedDeclaration } from './described-declaration.ts';
import { exportedKinds, publishedNames } from './exported-kind.ts';
import { type Manifest, publishedManifest } from './manifest.ts';

const root = resolve(import.meta.dirname, '../..');

/** Where an app's package comes from, and where it goes. */
export interface ConstructsPackage {
  /** The app's folder, with `index.ts`, a manifest and a README. */
  readonly app: string;
  /** What is there is replaced. */
  readonly directory: string;
}

/**
 * Writes the packages of apps' constructs. What their classes are declared with are types that say in doc comments
 * what the definition says of each field.
 *
 * @throws Error with the compiler's words when an app does not compile.
 */
export async function buildConstructs(packages: readonly ConstructsPackage[]): Promise<void> {
  const program = compiled(packages.map(({ app }) => app));
  for (const each of packages) await buildPackage(program, each);
}

async function buildPackage(program: ts.Program, { app, directory }: ConstructsPackage): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  const index = indexOf(app);
  const kinds = exportedKinds(program, index, (await import(pathToFileURL(index).href)) as object);
  for (const source of sources(program, app)) {
    const isIndex = source.fileName === index;
    const own = kinds.filter(({ file }) => file === source.fileName);
    const outputs = new Map<string, string>();
    program.emit(source, (path, text) => outputs.set(relative(app, path), text));
    for (const [path, text] of outputs) {
      const published = path.endsWith('.d.ts') ? describedDeclaration(path, text, own) : text;
      const names = path.endsWith('.d.ts') && isIndex ? kinds.map((kind) => publishedNames(kind, index)) : [];
      await write(join(directory, path), [published, ...names].join(''));
    }
  }
  const manifest = JSON.parse(await readFile(join(app, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(directory, 'package.json'), publishedManifest(manifest));
  await copyFile(join(app, 'README.md'), join(directory, 'README.md'));
  await copyFile(join(root, 'LICENSE'), join(directory, 'LICENSE'));
}

/** Apps' constructs as the compiler sees them. What it emits would lie beside the sources, and is not written. */
function compiled(apps: readonly string[]): ts.Program {
  const project = join(root, '.config/tsconfig.build.json');
  const { config } = ts.readConfigFile(project, ts.sys.readFile.bind(ts.sys)) as { config: object };
  const files = apps.map(indexOf);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, dirname(project));
  const program = ts.createProgram(files, { ...options, rootDir: root });
  const errors = apps
    .flatMap((app) => sources(program, app))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  if (errors.length > 0) throw new Error(`the apps do not compile:\n${words(errors)}`);
  return program;
}

function indexOf(app: string): string {
  return join(app, 'index.ts');
}

/** The files of an app that are published. */
function sources(program: ts.Program, app: string): ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${app}/`) && fileName.endsWith('.ts'));
}

function words(errors: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(errors, {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (name) => name,
    getNewLine: () => '\n',
  });
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
