import { decompressed } from './decompressed.ts';
import { type TarEntry, tarEntries } from './tar-entry.ts';

/** What marks, in a layer, a path of the layers below as removed, and a directory as having nothing of theirs. */
const whiteout = '.wh.';
const opaque = '.wh..wh..opq';

/**
 * The files that some layers amount to, the lowest first: path → bytes. Symbolic links are left out.
 *
 * @throws ImageError if one of them can't be read.
 */
export function layerFiles(layers: readonly Uint8Array[]): ReadonlyMap<string, Uint8Array> {
  const files = [...layerEntries(layers)].filter(([, { type }]) => type === 'file');
  return new Map(files.map(([path, { bytes }]) => [path, bytes]));
}

/**
 * What some layers amount to, the lowest first: path → entry. Another name for a file that is there is that file.
 *
 * @throws ImageError if one of them can't be read.
 * @see https://github.com/opencontainers/image-spec/blob/main/layer.md#representing-changes
 */
export function layerEntries(layers: readonly Uint8Array[]): ReadonlyMap<string, TarEntry> {
  const all = new Map<string, TarEntry>();
  for (const layer of layers) {
    const entries = [...tarEntries(decompressed(layer))];
    for (const isRemoved of entries.flatMap(removal)) {
      for (const path of [...all.keys()].filter(isRemoved)) all.delete(path);
    }
    for (const entry of entries.filter(({ path }) => !isMark(path))) {
      const linked = entry.type === 'link' ? all.get(entry.target) : undefined;
      all.set(entry.path, linked?.type === 'file' ? { ...linked, path: entry.path } : entry);
    }
  }
  return all;
}

function isMark(path: string): boolean {
  return nameOf(path).startsWith(whiteout);
}

/** Which paths of the layers below a mark removes; none if the entry is no mark. */
function removal({ path }: TarEntry): ((path: string) => boolean)[] {
  if (!isMark(path)) return [];
  const name = nameOf(path);
  const directory = path.slice(0, path.length - name.length);
  if (name === opaque) return [(other) => other.startsWith(directory)];
  const removed = directory + name.slice(whiteout.length);
  return [(other) => other === removed || other.startsWith(`${removed}/`)];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
