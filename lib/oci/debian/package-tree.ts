// In: packages. Out: the file system with their files. Called for the layers of images that are built without Docker.
// Pure.

import { ImageError } from '../image-error.ts';
import type { Pieces } from '../pieces.ts';
import { type TarEntry, tarEntries } from '../tar-entry.ts';
import type { TarNode } from '../tar-node.ts';
import type { DebianPackage } from './debian-package.ts';
import { mergedPath, systemAliases } from './merged-path.ts';
import { unneededPath } from './unneeded-path.ts';

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
