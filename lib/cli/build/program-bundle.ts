// In: the file that starts a program. Out: the files of the same program without dependencies. Called by `build`, which
// writes them, and by `image build`, which puts them into a layer.

import { dirname, relative, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { failWith } from '../failure.ts';
import {
  bundledRequire,
  lazyHttp2,
  lazyRules,
  loginsAlone,
  noDevelopment,
  separableClient,
  separableZod,
} from './lean-bundle.ts';

/** The first line of every file of a bundle: CommonJS modules in it load Node's own modules by `require`. */
export const bundleBanner = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

const options = {
  outExtension: { '.js': '.mjs' },
  // Rarely needed parts, such as credential plugins and webhooks, are loaded on demand.
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22.19',
  // For a package with both formats, CommonJS would give a dynamic import no names.
  mainFields: ['module', 'main'],
  // Names stay as in the sources, for stacks: shorter ones with a mapping would take 5 MB of memory.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'external',
  external: ['esbuild'],
  plugins: [bundledRequire, separableClient, separableZod, loginsAlone, lazyHttp2, lazyRules, noDevelopment],
  banner: { js: bundleBanner },
  logLevel: 'silent',
  write: false,
} satisfies BuildOptions;

/**
 * Returns the bundle of `program` for the directory `output`: path → bytes; `main.mjs` starts it.
 *
 * The bytes depend only on the sources and their relative paths.
 *
 * @throws Failure if esbuild isn't installed, or the sources can't be bundled.
 */
export async function programBundle(program: string, output: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import('esbuild').catch(
    failWith('bundling needs esbuild: run `npm install --save-dev esbuild`'),
  );
  const path = resolve(program);
  const { outputFiles } = await build({
    ...options,
    // Names of modules are relative to this directory.
    absWorkingDir: dirname(path),
    stdin: { contents: entryModule(path), resolveDir: dirname(path) },
    entryNames: 'main',
    outdir: resolve(output),
  }).catch(failWith(`${relative('', program)} can't be bundled: fix the errors of esbuild`));
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

/** Returns the module that starts the program. It enables the cache first: modules that load earlier aren't cached. */
function entryModule(program: string): string {
  return `
    import { enableCompileCache } from 'node:module';
    enableCompileCache();
    await import(${JSON.stringify(program)});
  `;
}
