import { compiledEntryPoints } from '../../lib/package/index.ts';

/** The fields that differ between the manifest of the library and the published one. */
export interface Manifest {
  readonly private?: boolean;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * Returns the text of the published manifest.
 *
 * In the workspace, entry points lead to sources, and `private` prevents a publication by mistake. In the published
 * manifest they lead to compiled files.
 */
export function publishedManifest({ private: _, bin, exports, ...manifest }: Manifest): string {
  const programs = Object.entries(bin).map(([name, target]) => [name, target.replace(/\.ts$/, '.js')] as const);
  const entryPoints = compiledEntryPoints(Object.entries(exports));
  return `${JSON.stringify({ ...manifest, bin: Object.fromEntries(programs), exports: entryPoints }, undefined, 2)}\n`;
}
