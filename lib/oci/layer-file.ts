import { decompressed } from './decompressed.ts';
import type { TarEntry } from './tar-entry.ts';
import { tarEntries } from './tar-entry.ts';

/** What marks, in a layer, a path of the layers below as removed, and a directory as having nothing of theirs. */
const whiteout = '.wh.';
const opaque = '.wh..wh..opq';

/**
 * The files that some layers amount to, the lowest first: path → bytes. Symbolic links are left out.
 *
 * @throws ImageError if one of them can't be read.
 * @see https://github.com/opencontainers/image-spec/blob/main/layer.md#representing-changes
 */
export function layerFiles(layers: readonly Uint8Array[]): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const layer of layers) {
    const entries = [...tarEntries(decompressed(layer))];
    for (const removed of entries.flatMap(removal)) {
      for (const path of [...files.keys()].filter((path) => path === removed || path.startsWith(`${removed}/`))) {
        files.delete(path);
      }
    }
    for (const { path, type, bytes, target } of entries) {
      const content = type === 'link' ? files.get(target) : bytes;
      if ((type === 'file' || type === 'link') && content && !isMark(path)) files.set(path, content);
    }
  }
  return files;
}

function isMark(path: string): boolean {
  return nameOf(path).startsWith(whiteout);
}

function removal({ path }: TarEntry): string[] {
  if (!isMark(path)) return [];
  const name = nameOf(path);
  const directory = path.slice(0, -name.length - 1);
  if (name === opaque) return [directory];
  return [directory === '' ? name.slice(whiteout.length) : `${directory}/${name.slice(whiteout.length)}`];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
