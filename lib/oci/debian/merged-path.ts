import type { TarNode } from '../tar-node.ts';

/** What are links into `/usr` on a system whose `/usr` is merged. */
const aliases = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libo32', 'libx32'];

/**
 * Where something of a package lies on a system whose `/usr` is merged; undefined if it is one of the links that make it so,
 * or the root.
 *
 * @param path - without a slash at its beginning.
 * @see https://wiki.debian.org/UsrMerge
 */
export function mergedPath(path: string): string | undefined {
  if (path === '' || aliases.includes(path)) return undefined;
  const [first = ''] = path.split('/');
  return aliases.includes(first) ? `usr/${path}` : path;
}

/** The links that are needed so that paths lead where {@link mergedPath} has them. */
export function systemAliases(paths: Iterable<string>): ReadonlyMap<string, TarNode> {
  const used = new Set([...paths].map((path) => /^usr\/([^/]+)\//.exec(path)?.[1]));
  const links = aliases.filter((alias) => used.has(alias));
  return new Map(links.map((alias) => [alias, { type: 'symbolic-link', target: `usr/${alias}` }]));
}
