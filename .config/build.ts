// In comes lib/, out goes the package that is published: compiled, with declarations and a manifest of its own.
// Called by `npm run build`, which writes to build/operand, and by test/package.test.ts, which writes elsewhere.

import { execFile } from 'node:child_process';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '..');
const lib = join(root, 'lib');

/** What a workspace's manifest and the published one differ in. */
interface Manifest {
  readonly private?: boolean;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * Writes the publishable package to `directory`, in place of what was there.
 *
 * @throws Error with the compiler's words when lib/ does not compile.
 */
export async function buildPackage(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await compile(directory);
  await cp(lib, directory, { recursive: true, filter: isCopied });
  const manifest = JSON.parse(await readFile(join(lib, 'package.json'), 'utf8')) as Manifest;
  await writeFile(join(directory, 'package.json'), `${JSON.stringify(publishedManifest(manifest), undefined, 2)}\n`);
  for (const name of ['README.md', 'LICENSE']) await copyFile(join(root, name), join(directory, name));
}

/** What the package holds beside compiled code, such as the Go modules of the control plane. */
function isCopied(path: string): boolean {
  return !path.endsWith('.ts') && !['node_modules', 'package.json', 'ARCHITECTURE.md'].includes(basename(path));
}

async function compile(directory: string): Promise<void> {
  const compiler = join(root, 'node_modules/@typescript/compiler/bin/tsc');
  const project = join(root, '.config/tsconfig.build.json');
  await run(process.execPath, [compiler, '--project', project, '--outDir', directory]).catch((error: unknown) => {
    const words = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`lib/ does not compile:\n${words}`, { cause: error });
  });
}

/**
 * The manifest of the published package.
 *
 * In the workspace the doors lead to sources and `private` keeps them from being published by mistake; here they lead to
 * what was compiled from them.
 */
function publishedManifest({ private: _, bin, exports, ...manifest }: Manifest): object {
  const programs = Object.entries(bin).map(([name, target]) => [name, target.replace(/\.ts$/, '.js')] as const);
  const doors = Object.entries(exports).map(([door, target]) => {
    const compiled = target.replace(/\.ts$/, '');
    const leadsTo = compiled === target ? target : { types: `${compiled}.d.ts`, default: `${compiled}.js` };
    return [door, leadsTo] as const;
  });
  return { ...manifest, bin: Object.fromEntries(programs), exports: Object.fromEntries(doors) };
}

if (import.meta.main) {
  await buildPackage(join(root, 'build/operand')).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
