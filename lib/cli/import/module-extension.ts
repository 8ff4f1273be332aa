import type { JsonObject } from '../../api/index.ts';
import type { ModuleStyle } from '../../import/index.ts';

/**
 * How relative imports end in a project's modules: in `.ts` where its compiler allows that, or where there is none, since
 * Node runs nothing else without a build; in nothing where `module` is CommonJS, since what compiles as it runs (ts-node,
 * jest) finds no `.js` there; else in `.js`.
 *
 * @param options - what the project tells the compiler; undefined if there is no project.
 */
export function moduleExtension(options: JsonObject | undefined): ModuleStyle['extension'] {
  if (options === undefined) return '.ts';
  if (options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true) return '.ts';
  return typeof options.module === 'string' && /^commonjs$/i.test(options.module) ? '' : '.js';
}
