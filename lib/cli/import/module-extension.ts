import type { JsonObject } from '../../api/index.ts';
import type { ModuleStyle } from '../../import/index.ts';

/**
 * Returns the extension of relative imports in a project's modules. It is `.ts` if the compiler allows that, or if
 * there is no compiler, since Node runs only that without a build. It is empty if `module` is CommonJS, since ts-node
 * and jest don't find `.js`. Otherwise it is `.js`.
 *
 * @param options - the compiler options of the project; undefined if there is no project.
 */
export function moduleExtension(options: JsonObject | undefined): ModuleStyle['extension'] {
  if (options === undefined) return '.ts';
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return '.ts';
  return typeof options.module === 'string' && /^commonjs$/i.test(options.module) ? '' : '.js';
}
