// In: packages. Out: the file system that they amount to.
// Called for the layers of images that are made without Docker. Pure.

import { ImageError } from '../image-error.ts';
import type { Pieces } from '../pieces.ts';
import { type TarEntry, tarEntries } from '../tar-entry.ts';
import type { TarNode } from '../tar-node.ts';
import type { DebianPackage } from './debian-package.ts';
import { mergedPath, systemAliases } from './merged-path.ts';
import { unneededPath } from './unneeded-path.ts';

/** Of the first, the certificates of authorities; the second is what programs read. */
const authorities = 'usr/share/ca-certificates/';
const authorityBundle = 'etc/ssl/certs/ca-certificates.crt';

/**
 * The files of packages together: path → what lies there. The same packages in whatever order are the same files.
 *
 * `/bin`, `/lib` and their kin are links into `/usr`, as on every system of Debian's. Manuals, translations and
 * documentation are left out, licences are not. Nothing is run: what scripts of packages would make isn't there, but for the
 * certificates of authorities in one file. What the packages say of themselves is where scanners look for it where there is
 * no dpkg: in `/var/lib/dpkg/status.d`.
 *
 * @throws ImageError if a package has something that can't be in a layer.
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
