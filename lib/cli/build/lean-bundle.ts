import { readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';

const loaders: Readonly<Record<string, Loader>> = { ts: 'ts', js: 'js' };

/**
 * Imports zod as a namespace, of which esbuild bundles only the used parts. From `{ z }` it bundles everything,
 * including error messages in fifty languages, 380 KB. The published library imports it as `z2` or so, too.
 */
export const separableZod = sourceRewriting('separable-zod', {
  filter: /\.m?[jt]s$/,
  from: /\bimport\s*\{\s*(?:z\s+as\s+)?(?<name>z\d*)\s*\}\s*from\s*(?=['"]zod['"])/g,
  to: 'import * as $<name> from ',
});

/** Bundles the packages required by the reader of flawed YAML: esbuild doesn't follow a declared `require`. */
export const bundledRequire = sourceRewriting('bundled-require', {
  filter: /[\\/]yaml[\\/]flawed-yaml\.[jt]s$/,
  from: /^const require\b.*$/m,
  to: '',
});

/** Loads Node's HTTP/2, 4 MB, when a server uses it: undici loads it at the start. */
export const lazyHttp2 = lazyModules('lazy-http2', {
  filter: /\/client-h2(?:\.js)?$/,
  importer: /undici[\\/]lib[\\/]dispatcher[\\/]/,
  stub: (path) => `module.exports = (...words) => require(${JSON.stringify(path)})(...words);`,
});

/** Loads the evaluation of rules, 5 MB, with the first rule: many operators have none. */
export const lazyRules = lazyModules('lazy-rules', {
  filter: /^(?:@marcbachmann\/cel-js|re2js)$/,
  importer: /[\\/](?:schema[\\/]cel|operand-api)[\\/]/,
  stub: async (path) => {
    const exported: unknown = await import(pathToFileURL(path).href);
    const getters = Object.keys(Object.assign({}, exported)).map(
      (name) => `get ${name}() { return require(${JSON.stringify(path)}).${name}; }`,
    );
    return `module.exports = { ${getters.join(', ')} };`;
  },
});

/** Bundles the logins of the official client alone, without its APIs and kinds, which are most of its 17 MB. */
export const loginsAlone: Plugin = {
  name: 'logins-alone',
  setup(build) {
    build.onResolve({ filter: /^@kubernetes\/client-node$/ }, async ({ path, importer, kind, resolveDir }) => {
      if (!/[\\/]credentials[\\/]credential-plugin\.[jt]s$/.test(importer)) return undefined;
      const { errors, ...config } = await build.resolve(`${path}/dist/config.js`, { importer, kind, resolveDir });
      return errors.length > 0 ? undefined : config;
    });
  },
};

/** Imports the two functions of the official client's configuration from their files, instead of from all APIs. */
export const separableClient = sourceRewriting('separable-client', {
  filter: /[\\/]client-node[\\/]dist[\\/]config\.js$/,
  from: /^import \{ createConfiguration, ServerConfiguration,? \} from '\.\/gen\/index\.js';$/m,
  to: "import { createConfiguration } from './gen/configuration.js'; import { ServerConfiguration } from './gen/servers.js';",
});

/** Leaves out `dev`, with the cluster for tests, and the dashboard: a bundle has neither sources nor files of a page. */
export const noDevelopment: Plugin = {
  name: 'no-development',
  setup(build) {
    build.onResolve({ filter: /^\.\/(?:dev|dashboard)\.[jt]s$/ }, ({ path, importer, resolveDir }) =>
      /[\\/]cli[\\/](?:dev|dashboard)[\\/]\w+-command\.[jt]s$/.test(importer)
        ? { path: join(resolveDir, '../build', `unbundled-command${extname(path)}`) }
        : undefined,
    );
  },
};

interface Rewriting {
  /** Selects the files. */
  readonly filter: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

/** Returns a plugin that changes the text of sources. */
function sourceRewriting(name: string, { filter, from, to }: Rewriting): Plugin {
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
  /** Selects the imports and the importing files. */
  readonly filter: RegExp;
  readonly importer: RegExp;
  /** Returns the module that replaces the one at `path` until its first use. */
  readonly stub: (path: string) => string | Promise<string>;
}

/** Returns a plugin that loads modules at their first use instead of at their import. */
function lazyModules(name: string, { filter, importer: meant, stub }: LazyModules): Plugin {
  return {
    name,
    setup(build) {
      const { absWorkingDir: root = '.' } = build.initialOptions;
      build.onResolve({ filter }, async ({ path, importer, kind, namespace, resolveDir, pluginData }) => {
        // The stub requires the module itself: a stub of the stub would call itself.
        if (pluginData === name || namespace === name || !meant.test(importer)) return undefined;
        const resolved = await build.resolve(path, { importer, kind, resolveDir, pluginData: name });
        if (resolved.errors.length > 0) return resolved;
        // The path becomes part of the bundle, which must be the same in every checkout.
        return { path: relative(root, resolved.path), namespace: name };
      });
      build.onLoad({ filter: /.*/, namespace: name }, async ({ path }) => ({
        contents: await stub(join(root, path)),
        resolveDir: root,
      }));
    },
  };
}
