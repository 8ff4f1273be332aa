// The namespace, since Node that is too old has not all of it, and would end with a stack before that can be told.
import * as nodeModule from 'node:module';
import { nodeComplaint } from './node-version.ts';

/**
 * Has Node keep compiled what is loaded from here on, so that the next start takes half the time. Ends the process with 1
 * where Node is too old for the library.
 *
 * Compiled code lies in the directory for temporary files, or where `$NODE_COMPILE_CACHE` says. Where nothing can be
 * written, nothing is kept.
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
