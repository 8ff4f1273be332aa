// In: the compiled modules of a directory. Out: one of them, loaded. Called by `operand package`, which reads the
// definitions of kinds.

import { hash } from 'node:crypto';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { failWith } from '../failure.ts';

/**
 * Loads a compiled module that isn't written yet, as if it were next to its source. So sources may have any form that
 * compiles, and their packages are found. Modules of unchanged files are loaded once; changed ones are loaded again.
 *
 * @param module - its absolute path.
 * @param files - path with `/`, relative to the directory → text.
 * @throws Failure if it can't be loaded.
 */
export async function loadCompiledModule(
  module: string,
  directory: string,
  files: ReadonlyMap<string, string>,
): Promise<object> {
  const texts = new Map([...files].map(([file, text]) => [join(directory, file), text]));
  // Node loads a module once for each URL.
  const edition = `?${hash('sha256', JSON.stringify([...texts]))}`;
  const textOf = (url: string) => (url.startsWith('file:') ? texts.get(fileURLToPath(url)) : undefined);
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const isPath = /^(?:\.|file:)/.test(specifier);
      const url = isPath ? new URL(specifier, context.parentURL).href : specifier;
      const isCompiled = url.endsWith('.js') && textOf(url) !== undefined;
      return isCompiled ? { url: url + edition, format: 'module', shortCircuit: true } : next(specifier, context);
    },
    load: (url, context, next) => {
      const source = context.format === 'module' ? textOf(url) : undefined;
      return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true };
    },
  });
  try {
    const loaded: unknown = await import(pathToFileURL(module).href).catch(failWith(`${module} can't be loaded`));
    return typeof loaded === 'object' && loaded !== null ? loaded : {};
  } finally {
    hooks.deregister();
  }
}
