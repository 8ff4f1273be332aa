// In: the file that the program was started with. Out: the same program in a directory, without dependencies.
// Called by `main`.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { Failure } from './failure.ts';
import { bundledRequire, lazyHttp2, lazyRules, separableZod } from './lean-bundle.ts';

/** The words of `build`. */
export interface BuildCommandOptions {
  readonly output: string;
}

/** What is CommonJS in the bundle asks for Node's own modules by `require`. Whatever is written here begins with it. */
const banner = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

const options = {
  outExtension: { '.js': '.mjs' },
  // What few clusters ask for, such as credential plugins and webhooks, is read when it is needed.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.19',
  // Of a package that has both, what is CommonJS would give a dynamic import no names.
  mainFields: ['module', 'main'],
  // Names are as in the sources, for stacks: shorter ones, with these kept beside them, take 5 MB of the process.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'external',
  external: ['esbuild'],
  plugins: [bundledRequire, separableZod, lazyHttp2, lazyRules],
  banner: { js: banner },
  logLevel: 'silent',
  write: false,
} satisfies BuildOptions;

/**
 * Bundles `program`: as `main.mjs` in the directory for output, with `chunks/` beside it, in place of the last bundle. What
 * else lies in the directory stays.
 *
 * `node <output>/main.mjs` takes the same commands; it needs no `node_modules`, and starts sooner and in less memory.
 *
 * @throws Failure if esbuild isn't installed, the sources can't be bundled, or a `main.mjs` is there that is no bundle;
 * then nothing is written.
 */
export async function buildCommand(program: string, { output }: BuildCommandOptions): Promise<void> {
  const main = join(output, 'main.mjs');
  if (existsSync(main) && !isBundled(main)) {
    throw new Failure(`${main} is there, and \`build\` hasn't written it: name another directory with --output`);
  }
  const { build } = await esbuild();
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: entry(program), resolveDir: '.' },
    entryNames: 'main',
    outdir: output,
  }).catch((error: unknown) => {
    throw new Failure(`can't bundle ${relative('', program)}`, { cause: error });
  });
  removeStale(join(output, 'chunks'), new Set(outputFiles.map(({ path }) => path)));
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  process.stdout.write(`wrote ${main}\n`);
}

/** Removes the chunks of the last bundle that aren't of this one, and what belongs to them. @param written - paths of this one. */
function removeStale(directory: string, written: ReadonlySet<string>): void {
  if (!existsSync(directory)) return;
  const chunks = readdirSync(directory).map((name) => resolve(directory, name));
  for (const chunk of chunks.filter((path) => path.endsWith('.mjs') && !written.has(path) && isBundled(path))) {
    for (const ending of ['', '.map', '.LEGAL.txt']) rmSync(`${chunk}${ending}`, { force: true });
  }
}

function isBundled(path: string): boolean {
  return readFileSync(path, 'utf8').startsWith(banner);
}

/** What is loaded before the cache is asked for isn't kept compiled. */
function entry(program: string): string {
  return `
    import { enableCompileCache } from 'node:module';
    enableCompileCache();
    await import(${JSON.stringify(program)});
  `;
}

async function esbuild(): Promise<typeof import('esbuild')> {
  try {
    return await import('esbuild');
  } catch (error) {
    throw new Failure('bundling needs esbuild: `npm install --save-dev esbuild`', { cause: error });
  }
}
