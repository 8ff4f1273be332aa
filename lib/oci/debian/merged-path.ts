import type { TarNode } from '../tar-node.ts';

/** The directories that are links into `/usr` on a system with a merged `/usr`. */
const aliases = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libo32', 'libx32'];

/**
 * Returns the path of a package's file on a system with a merged `/usr`; undefined for the links themselves, and for
 * the root.
 *
 * @param path - without a leading slash.
 * @see https://wiki.debian.org/UsrMerge
 */
export function mergedPath(path: string): string | undefined {
  if (path === '' || aliases.includes(path)) return undefined;
  const [first = ''] = path.split('/');
  return aliases.includes(first) ? `usr/${path}` : path;
}

/** Returns the links that paths changed by {@link mergedPath} need. */
export function systemAliases(paths: Iterable<string>): ReadonlyMap<string, TarNode> {
  const used = new Set([...paths].map((path) => /^usr\/([^/]+)\//.exec(path)?.[1]));
  const links = aliases.filter((alias) => used.has(alias));
  return new Map(links.map((alias) => [alias, { type: 'symbolic-link', target: `usr/${alias}` }]));
}
