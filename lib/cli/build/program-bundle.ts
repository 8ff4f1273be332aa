// In: the file that a program is started with. Out: the files that are the same program without dependencies.
// Called by `build`, which writes them, and by `image build`, which makes a layer of them.

import { dirname, relative, resolve } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { Failure } from '../failure.ts';
import { bundledRequire, lazyHttp2, lazyRules, separableZod } from './lean-bundle.ts';

/** What is CommonJS in the bundle asks for Node's own modules by `require`. All that a bundle consists of begins with it. */
export const bundleBanner = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

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
  banner: { js: bundleBanner },
  logLevel: 'silent',
  write: false,
} satisfies BuildOptions;

/**
 * The bundle of `program`, to be in the directory `output`: path → bytes, of which `main.mjs` is to be started.
 *
 * Its bytes depend on the sources alone, and on where these lie beside each other.
 *
 * @throws Failure if esbuild isn't installed, or the sources can't be bundled.
 */
export async function programBundle(program: string, output: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await esbuild();
  const path = resolve(program);
  const { outputFiles } = await build({
    ...options,
    // Modules are called by their paths from here.
    absWorkingDir: dirname(path),
    stdin: { contents: entry(path), resolveDir: dirname(path) },
    entryNames: 'main',
    outdir: resolve(output),
  }).catch((error: unknown) => {
    throw new Failure(`${relative('', program)} can't be bundled: mend what esbuild names`, { cause: error });
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
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
