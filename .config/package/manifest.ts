import { compiledEntryPoints } from '../../lib/package/index.ts';

/** What the library's manifest and the published one differ in. */
export interface Manifest {
  readonly private?: boolean;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * The text of the manifest that the library is published with.
 *
 * In the workspace the entry points lead to sources and `private` keeps them from being published by mistake; here they lead to
 * what was compiled from them.
 */
export function publishedManifest({ private: _, bin, exports, ...manifest }: Manifest): string {
  const programs = Object.entries(bin).map(([name, target]) => [name, target.replace(/\.ts$/, '.js')] as const);
  const entryPoints = compiledEntryPoints(Object.entries(exports));
  return `${JSON.stringify({ ...manifest, bin: Object.fromEntries(programs), exports: entryPoints }, undefined, 2)}\n`;
}
