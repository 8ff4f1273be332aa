import { compiledEntryPoints } from '../../lib/package/index.ts';

/** The fields that differ between the manifest of the library and the published ones, and common ones. */
export interface Manifest {
  readonly private?: boolean;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

/**
 * Returns the text of the published manifest.
 *
 * In the workspace, entry points lead to sources, and `private` prevents a publication by mistake. In the published
 * manifest they lead to compiled files. Dependencies are the packages that its own modules import.
 *
 * @param own - the packages that are published with it, by exact version: they share modules that authors don't see.
 */
export function publishedManifest(
  { private: _, bin, exports, dependencies, ...manifest }: Manifest,
  used: readonly string[],
  own: Readonly<Record<string, string>>,
): string {
  const programs = Object.entries(bin).map(([name, target]) => [name, target.replace(/\.ts$/, '.js')] as const);
  const published = {
    ...manifest,
    bin: Object.fromEntries(programs),
    exports: compiledEntryPoints(Object.entries(exports)),
    dependencies: {
      ...Object.fromEntries(Object.entries(dependencies).filter(([name]) => used.includes(name))),
      ...own,
    },
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
}
