// In: the file that the program was started with. Out: the same program in a directory, without dependencies.
// Called by `main`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { Failure } from './failure.ts';
import { lazyHttp2, lazyRules, separableZod } from './lean-bundle.ts';

/** The words of `build`. */
export interface BuildCommandOptions {
  readonly output: string;
}

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
  plugins: [separableZod, lazyHttp2, lazyRules],
  // What is CommonJS in the bundle asks for Node's own modules by `require`.
  banner: {
    js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
  },
  logLevel: 'silent',
  write: false,
} satisfies BuildOptions;

/**
 * Bundles `program`: as `main.mjs` in the directory for output, with `chunks/` beside it, in place of those that were there.
 *
 * `node <output>/main.mjs` takes the same commands; it needs no `node_modules`, and starts sooner and in less memory.
 *
 * @throws Failure if esbuild isn't installed, or the sources can't be bundled; then nothing is written.
 */
export async function buildCommand(program: string, { output }: BuildCommandOptions): Promise<void> {
  const { build } = await esbuild();
  const { outputFiles } = await build({
    ...options,
    stdin: { contents: entry(program), resolveDir: '.' },
    entryNames: 'main',
    outdir: output,
  }).catch((error: unknown) => {
    throw new Failure(`can't bundle ${relative('', program)}`, { cause: error });
  });
  rmSync(join(output, 'chunks'), { recursive: true, force: true });
  for (const { path, contents } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, contents);
  }
  process.stdout.write(`wrote ${join(output, 'main.mjs')}\n`);
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
