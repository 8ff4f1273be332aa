import { type TarNode, tarArchive } from '../../lib/oci/index.ts';
import type { DebianPackage } from './package-tree.ts';

/** A package with these files: path → what lies there, or the text of a file. */
export function debianPackage(name: string, files: Readonly<Record<string, TarNode | string>>): DebianPackage {
  const nodes = Object.entries(files).map(
    ([path, node]) => [path, typeof node === 'string' ? [Buffer.from(node)] : node] as const,
  );
  return { name, control: `Package: ${name}\n`, files: Buffer.concat(tarArchive(new Map(nodes))) };
}
