import { readFile } from 'node:fs/promises';
import type { Loader, Plugin } from 'esbuild';

const loaders: Readonly<Record<string, Loader>> = { ts: 'ts', js: 'js' };

/**
 * Imports zod as a namespace, of which esbuild takes the parts that are used; of `{ z }` it takes all, the error messages
 * in fifty languages among them, which is 380 KB.
 */
export const separableZod: Plugin = {
  name: 'separable-zod',
  setup(build) {
    build.onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replace(/\bimport\s*\{\s*z\s*\}\s*from\s*(?=['"]zod['"])/g, 'import * as z from ');
      return contents === text ? undefined : { contents, loader: loaders[path.slice(-2)] ?? 'default' };
    });
  },
};

/** Loads Node's HTTP/2, 4 MB, when a server speaks it: undici loads it beforehand. */
export const lazyHttp2: Plugin = {
  name: 'lazy-http2',
  setup(build) {
    const namespace = 'lazy-http2';
    build.onResolve({ filter: /\/client-h2(?:\.js)?$/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData === namespace || !/undici[\\/]lib[\\/]dispatcher[\\/]/.test(importer)) return undefined;
      const resolved = await build.resolve(path, { importer, kind, resolveDir, pluginData: namespace });
      return resolved.errors.length > 0 ? resolved : { path: resolved.path, namespace };
    });
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: `module.exports = (...words) => require(${JSON.stringify(path)})(...words);`,
      resolveDir: '.',
    }));
  },
};
