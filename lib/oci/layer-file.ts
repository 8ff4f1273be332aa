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
  const files = [...folded(layers, (entry) => entry)].filter(([, { type }]) => type === 'file');
  return new Map(files.map(([path, { bytes }]) => [path, bytes]));
}

/** What is in a layer, without the bytes of files. */
export type LayerEntry = Omit<TarEntry, 'bytes'>;

/**
 * What some layers amount to, the lowest first: path → entry. Another name for a file that is there is that file. Of
 * layers that are made while they are asked for, no more than one is held.
 *
 * @throws ImageError if one of them can't be read.
 */
export function layerEntries(layers: Iterable<Uint8Array>): ReadonlyMap<string, LayerEntry> {
  return folded<LayerEntry>(layers, ({ bytes: _bytes, ...entry }) => entry);
}

/** @see https://github.com/opencontainers/image-spec/blob/main/layer.md#representing-changes */
function folded<Entry extends LayerEntry>(
  layers: Iterable<Uint8Array>,
  kept: (entry: TarEntry) => Entry,
): ReadonlyMap<string, Entry> {
  const all = new Map<string, Entry>();
  for (const layer of layers) {
    const entries = Array.from(tarEntries(decompressed(layer)), kept);
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
function removal({ path }: LayerEntry): ((path: string) => boolean)[] {
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
