// Imports the namespace: a named import would fail in an old Node with a stack instead of the message about it.
import * as nodeModule from 'node:module';

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
  const complaint = nodeVersionProblem(process.versions.node);
  if (complaint !== undefined) {
    process.stderr.write(`${complaint}\n`);
    process.exit(1);
  }
  nodeModule.enableCompileCache();
}

/** The version in `engines` of the package: the oldest that all dependencies support. */
const oldest = { major: 22, minor: 19 };

/**
 * Returns the message for a Node version that is too old for the library; undefined if it isn't.
 *
 * @param version - `20.19.4`.
 */
export function nodeVersionProblem(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = major > oldest.major || (major === oldest.major && minor >= oldest.minor);
  if (isEnough) return undefined;
  return `operand needs Node ${oldest.major}.${oldest.minor} or later, and this is ${version}: install the current LTS`;
}
