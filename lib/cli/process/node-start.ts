// Imports the namespace: a named import would fail in an old Node with a stack instead of the message about it.
import * as nodeModule from 'node:module';
import { nodeComplaint } from './node-version.ts';

/**
 * Enables Node's cache of compiled modules, so that the next start takes half the time. Exits with 1 if Node is too old
 * for the library.
 *
 * The cache is in the directory for temporary files, or in `$NODE_COMPILE_CACHE`. If it can't be written, it is not
 * used.
 *
 * @see https://nodejs.org/api/module.html#module-compile-cache
 */
export function prepareNode(): void {
  const complaint = nodeComplaint(process.versions.node);
  if (complaint !== undefined) {
    process.stderr.write(`${complaint}\n`);
    process.exit(1);
  }
  nodeModule.enableCompileCache();
}
