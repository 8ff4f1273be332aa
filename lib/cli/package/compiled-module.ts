// In: modules as the compiler has made them, of a directory. Out: one of them, loaded.
// Called by `operand package`, which asks kinds for their definitions.

import { hash } from 'node:crypto';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Failure } from '../failure.ts';

/**
 * Loads a module that was compiled and is not written yet, as if it lay beside its source: so sources may be of any form
 * that compiles, and packages are found where they are for these. Modules of equal files are loaded once, and of files that
 * have changed, anew.
 *
 * @param module - its absolute path.
 * @param files - path with `/`, relative to the directory → text.
 * @throws Failure if it can't be loaded.
 */
export async function loadedModule(
  module: string,
  directory: string,
  files: ReadonlyMap<string, string>,
): Promise<object> {
  const texts = new Map([...files].map(([file, text]) => [join(directory, file), text]));
  // A module is loaded once for each URL.
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
    const loaded: unknown = await import(pathToFileURL(module).href);
    return typeof loaded === 'object' && loaded !== null ? loaded : {};
  } catch (error) {
    throw new Failure(`${module} can't be loaded`, { cause: error });
  } finally {
    hooks.deregister();
  }
}
