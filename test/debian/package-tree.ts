// In: packages. Out: the file system with their files. Called for the layers of images that are built without Docker.
// Pure.

import { ImageError, type Pieces, type TarEntry, type TarNode, tarEntries } from '../../lib/oci/index.ts';

/** A downloaded package. */
export interface DebianPackage {
  readonly name: string;
  /** The paragraph of its `control` file. */
  readonly control: string;
  /** Its files, as an uncompressed tar archive. */
  readonly files: Uint8Array;
}

/** The first has the CA certificates; the second is the file that programs read. */
const authorities = 'usr/share/ca-certificates/';
const authorityBundle = 'etc/ssl/certs/ca-certificates.crt';

/**
 * Returns the files of packages: path → node. The order of the packages makes no difference.
 *
 * `/bin`, `/lib` and similar directories are links into `/usr`, as in Debian. Manuals, translations and documentation
 * are omitted, licences are not. The scripts of packages don't run; only the file with all CA certificates is
 * generated. The control files of packages are in `/var/lib/dpkg/status.d`, where scanners look for them in images
 * without dpkg.
 *
 * @throws ImageError if a package has a file that layers can't have.
 */
export function packageTree(packages: readonly DebianPackage[]): ReadonlyMap<string, TarNode> {
  const tree = new Map<string, TarNode>();
  for (const { name, control, files } of packages.toSorted(byName)) {
    for (const entry of tarEntries(files)) {
      const path = mergedPath(entry.path);
      if (path !== undefined && !unneededPath(path)) tree.set(path, nodeOf(entry, name, tree));
    }
    tree.set(`var/lib/dpkg/status.d/${name}`, { type: 'file', content: [Buffer.from(control)] });
  }
  const certificates = [...tree]
    .filter(([path]) => path.startsWith(authorities))
    .toSorted()
    .flatMap(([, node]) => contentOf(node));
  if (certificates.length > 0) tree.set(authorityBundle, { type: 'file', content: certificates });
  return new Map([...systemAliases(tree.keys()), ...tree]);
}

function byName(one: DebianPackage, other: DebianPackage): number {
  return one.name < other.name ? -1 : 1;
}

function nodeOf(entry: TarEntry, name: string, tree: ReadonlyMap<string, TarNode>): TarNode {
  const { mode, user, group } = entry;
  switch (entry.type) {
    case 'file':
      return { type: 'file', content: [entry.bytes], mode, user, group };
    case 'directory':
      return { type: 'directory', mode, user, group };
    case 'symbolic-link':
      return { type: 'symbolic-link', target: entry.target, user, group };
    case 'link': {
      const file = tree.get(mergedPath(entry.target) ?? '');
      if (file !== undefined) return file;
      break;
    }
    case 'other':
  }
  throw new ImageError(
    'unreadable',
    `${entry.path} of the package ${name} is neither a file nor a link to one: leave the package out`,
  );
}

function contentOf(node: TarNode): Pieces {
  return node.type === 'file' ? node.content : [];
}

/** The directories that are links into `/usr` on a system with a merged `/usr`. */
const aliases = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libo32', 'libx32'];

/**
 * Returns the path of a package's file on a system with a merged `/usr`; undefined for the links themselves, and for
 * the root.
 *
 * @param path - without a leading slash.
 * @see https://wiki.debian.org/UsrMerge
 */
function mergedPath(path: string): string | undefined {
  if (path === '' || aliases.includes(path)) return undefined;
  const [first = ''] = path.split('/');
  return aliases.includes(first) ? `usr/${path}` : path;
}

/** Returns the links that paths changed by {@link mergedPath} need. */
function systemAliases(paths: Iterable<string>): ReadonlyMap<string, TarNode> {
  const used = new Set([...paths].map((path) => /^usr\/([^/]+)\//.exec(path)?.[1]));
  const links = aliases.filter((alias) => used.has(alias));
  return new Map(links.map((alias) => [alias, { type: 'symbolic-link', target: `usr/${alias}` }]));
}

/** Paths that containers don't need. */
const unneeded = [
  'usr/share/bash-completion',
  'usr/share/bug',
  'usr/share/doc',
  'usr/share/doc-base',
  'usr/share/info',
  'usr/share/lintian',
  'usr/share/locale',
  'usr/share/man',
  'usr/share/menu',
  'usr/share/zsh',
];

/** Returns true if images omit a path of a package. Licences are kept: distributors must include them. */
function unneededPath(path: string): boolean {
  if (/^usr\/share\/doc\/[^/]+\/copyright$/.test(path)) return false;
  return unneeded.some((each) => path === each || path.startsWith(`${each}/`));
}
