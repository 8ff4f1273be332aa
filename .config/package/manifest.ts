/** What a workspace's manifest and the published one differ in. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * The text of the manifest that a package is published with.
 *
 * In the workspace the doors lead to sources and `private` keeps them from being published by mistake; here they lead to
 * what was compiled from them.
 */
export function publishedManifest({ private: _, bin, exports, ...manifest }: Manifest): string {
  const programs = Object.entries(bin ?? {}).map(([name, target]) => [name, target.replace(/\.ts$/, '.js')] as const);
  const doors = Object.entries(exports).map(([door, target]) => {
    const compiled = target.replace(/\.ts$/, '');
    const leadsTo = compiled === target ? target : { types: `${compiled}.d.ts`, default: `${compiled}.js` };
    return [door, leadsTo] as const;
  });
  const published = {
    ...manifest,
    ...(bin !== undefined && { bin: Object.fromEntries(programs) }),
    exports: Object.fromEntries(doors),
  };
  return `${JSON.stringify(published, undefined, 2)}\n`;
}
