import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';

const loaders: Readonly<Record<string, Loader>> = { ts: 'ts', js: 'js' };

/**
 * Imports zod as a namespace, of which esbuild takes the parts that are used; of `{ z }` it takes all, the error messages
 * in fifty languages among them, which is 380 KB.
 */
export const separableZod = rewriting('separable-zod', {
  filter: /\.m?[jt]s$/,
  from: /\bimport\s*\{\s*z\s*\}\s*from\s*(?=['"]zod['"])/g,
  to: 'import * as z from ',
});

/** Bundles what is required by the reader of flawed YAML: of a `require` that is declared, esbuild follows nothing. */
export const bundledRequire = rewriting('bundled-require', {
  filter: /[\\/]olm[\\/]content[\\/]flawed-yaml\.[jt]s$/,
  from: /^const require\b.*$/m,
  to: '',
});

/** Loads Node's HTTP/2, 4 MB, when a server speaks it: undici loads it beforehand. */
export const lazyHttp2 = lazy('lazy-http2', {
  filter: /\/client-h2(?:\.js)?$/,
  importer: /undici[\\/]lib[\\/]dispatcher[\\/]/,
  stub: (path) => `module.exports = (...words) => require(${JSON.stringify(path)})(...words);`,
});

/** Loads what evaluates rules, 5 MB, when the first is met: many operators have none. */
export const lazyRules = lazy('lazy-rules', {
  filter: /^(?:@marcbachmann\/cel-js|re2js)$/,
  importer: /[\\/]schema[\\/]cel[\\/]/,
  stub: async (path) => {
    const exported: unknown = await import(pathToFileURL(path).href);
    const getters = Object.keys(Object.assign({}, exported)).map(
      (name) => `get ${name}() { return require(${JSON.stringify(path)}).${name}; }`,
    );
    return `module.exports = { ${getters.join(', ')} };`;
  },
});

interface Rewriting {
  /** The files that are meant. */
  readonly filter: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

/** A plugin that has sources read other than they are written. */
function rewriting(name: string, { filter, from, to }: Rewriting): Plugin {
  return {
    name,
    setup(build) {
      build.onLoad({ filter, namespace: 'file' }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text.replace(from, to);
        return contents === text ? undefined : { contents, loader: loaders[path.slice(-2)] ?? 'default' };
      });
    },
  };
}

interface LazyModules {
  /** Which imports are meant, and of which files. */
  readonly filter: RegExp;
  readonly importer: RegExp;
  /** What stands in for the module at `path` until something of it is used. */
  readonly stub: (path: string) => string | Promise<string>;
}

/** A plugin that has modules loaded when they are used, and not when they are imported. */
function lazy(name: string, { filter, importer: meant, stub }: LazyModules): Plugin {
  return {
    name,
    setup(build) {
      const { absWorkingDir: root = '.' } = build.initialOptions;
      build.onResolve({ filter }, async ({ path, importer, kind, namespace, resolveDir, pluginData }) => {
        // The stub requires the module itself: a stub of the stub would call itself.
        if (pluginData === name || namespace === name || !meant.test(importer)) return undefined;
        const resolved = await build.resolve(path, { importer, kind, resolveDir, pluginData: name });
        if (resolved.errors.length > 0) return resolved;
        // The path becomes part of the bundle, which is to be the same in every checkout.
        return { path: relative(root, resolved.path), namespace: name };
      });
      build.onLoad({ filter: /.*/, namespace: name }, async ({ path }) => ({
        contents: await stub(join(root, path)),
        resolveDir: root,
      }));
    },
  };
}
