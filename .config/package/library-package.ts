// Compiles lib/ into the packages `operand`, `operand-api` and `create-operand`, with declarations and their own manifests.
// Called by `.config/build.ts`, and by tests with another directory.

import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import { assertPublishableImports, usedPackages } from '../../lib/package/index.ts';
import { bundledPackage } from './bundled-module.ts';
import { createName, writeCreatePackage } from './create-package.ts';
import { publishedDocuments } from './document.ts';
import { leanImports, leanModules, leanName, writeLeanPackage } from './lean-package.ts';
import { type Manifest, publishedManifest } from './manifest.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');
const lib = join(root, 'lib');
/** The project that `operand init` copies, as sources. */
const template = 'cli/scaffold/template';
/** The scripts of the dashboard, which a browser loads one by one. */
const page = 'cli/dashboard/page';
/** The modules that `operand build` recognizes by their paths, to leave out or replace parts of them. */
const recognized = [
  'cli/dashboard/dashboard',
  'cli/dashboard/dashboard-command',
  'cli/dev/dev',
  'cli/dev/dev-command',
  'client/credentials/credential-plugin',
];

/**
 * Writes the publishable packages to directories of their names in `directory`, and replaces their earlier content.
 *
 * `operand` has re-exports instead of the modules of `operand-api`, so that each class exists once.
 *
 * @throws Error with the output of the compiler if lib/ doesn't compile; PackageError if a module of `operand` imports
 *   a file that only `operand-api` contains.
 */
export async function buildLibrary(directory: string): Promise<void> {
  const [whole, lean, create] = [join(directory, 'operand'), join(directory, leanName), join(directory, createName)];
  for (const each of [whole, lean, create]) await rm(each, { recursive: true, force: true });
  await compile(whole);
  const manifest = JSON.parse(await readFile(join(lib, 'package.json'), 'utf8')) as Manifest;
  await writeLeanPackage(whole, lean, manifest);

  for (const module of leanModules) await rm(join(whole, module), { recursive: true });
  await cp(lib, whole, { recursive: true, filter: isCopied });
  await cp(join(lib, template), join(whole, template), { recursive: true });
  const reExports = [...leanImports].flatMap(([path, entryPoint]) =>
    ['js', 'd.ts'].map((ending) => [`${path}.${ending}`, `export * from '${entryPoint}';\n`] as const),
  );
  await writeTexts(whole, [...reExports, ...(await publishedDocuments(root))]);
  await writeBundled(whole, manifest);
  const texts = await textsIn(whole);
  for (const [path, text] of texts) texts.set(path, withNamedModules(path, text));
  await writeTexts(whole, texts);
  const data = (await readdir(whole, { recursive: true })).filter((path) => path.endsWith('.json'));
  assertPublishableImports(new Map([...texts, ...[...data, 'package.json'].map((path) => [path, ''] as const)]));
  const used = usedPackages(texts);
  await writeFile(join(whole, 'package.json'), publishedManifest(manifest, used, { [leanName]: manifest.version }));
  await writeCreatePackage(create, manifest);
  for (const each of [whole, lean, create]) await copyFile(join(root, 'LICENSE'), join(each, 'LICENSE'));
}

/**
 * Returns true for the files that the package contains beside compiled code, such as the Go modules of the control
 * plane.
 */
function isCopied(path: string): boolean {
  return !/\.(?:ts|md)$/.test(path) && !['node_modules', 'package.json'].includes(basename(path));
}

/** Writes the modules of a directory as fewer ones, in place of them. */
async function writeBundled(directory: string, { bin, exports }: Manifest): Promise<void> {
  const entryPoints = Object.values({ ...bin, ...exports }).filter((path) => path.endsWith('.ts'));
  const fixed = [...entryPoints.map((path) => path.slice('./'.length, -'.ts'.length)), ...recognized];
  const isBundled = (path: string) => path.endsWith('.js') && !path.startsWith(`${page}/`);
  const modules = new Map([...(await textsIn(directory))].filter(([path]) => isBundled(path)));
  const bundled = await bundledPackage(directory, modules, { fixed, replaced: leanImports });
  for (const path of modules.keys()) await rm(join(directory, path));
  await writeTexts(directory, bundled);
}

async function writeTexts(directory: string, texts: Iterable<readonly [path: string, text: string]>): Promise<void> {
  for (const [path, text] of texts) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** Returns the modules and declarations of a directory: path → text. */
async function textsIn(directory: string): Promise<Map<string, string>> {
  const paths = (await readdir(directory, { recursive: true })).filter((path) => /\.(?:js|d\.ts)$/.test(path));
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(directory, path), 'utf8')] as const)),
  );
}

/**
 * Returns a declaration in which the compiler's types of `operand-api` are imported from a module, not from a file in
 * it.
 */
function withNamedModules(path: string, text: string): string {
  return text.replaceAll(/(?<=import\(")\.[^"]+(?="\))/g, (specifier) => {
    const [module = ''] = posix.join(posix.dirname(path), specifier).split('/');
    return leanModules.has(module) ? posix.relative(posix.dirname(path), `${module}/index.ts`) : specifier;
  });
}

async function compile(directory: string): Promise<void> {
  const compiler = join(root, 'node_modules/@typescript/compiler/bin/tsc');
  const emit = ['--noEmit', 'false', '--allowImportingTsExtensions', 'false', '--rewriteRelativeImportExtensions'];
  // The page of the dashboard is a project of its own, with the types of browsers.
  for (const [project, flags] of [
    ['build', []],
    ['page', [...emit, '--rootDir', lib]],
  ] as const) {
    const words = [compiler, '--project', join(root, `.config/tsconfig.${project}.json`), '--outDir', directory];
    await run(process.execPath, [...words, ...flags]).catch((error: unknown) => {
      const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      throw new Error(`lib/ does not compile:\n${output}`, { cause: error });
    });
  }
}
