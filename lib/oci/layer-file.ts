import { decompressedBytes, maxContentBytes } from './decompressed.ts';
import { ImageError } from './image-error.ts';
import { type TarEntry, tarEntries } from './tar-entry.ts';

/** The prefix that marks, in a layer, a removed path of the lower layers, or a directory without their content. */
const whiteout = '.wh.';
const opaque = '.wh..wh..opq';

/** More than the largest images have. All entries are held in memory, so that a higher layer can remove them. */
const maxEntryCount = 1_000_000;

/**
 * Returns the files of layers, the lowest first: path → bytes. Omits symbolic links.
 *
 * @throws ImageError if a layer can't be read, or if all have more than 1 GiB or 1,000,000 entries.
 */
export function layerFiles(layers: readonly Uint8Array[]): ReadonlyMap<string, Uint8Array> {
  const files = [...foldedLayers(boundedContents(layers), (entry) => entry)].filter(([, { type }]) => type === 'file');
  return new Map(files.map(([path, { bytes }]) => [path, bytes]));
}

/** Decompresses each layer, up to the maximum size of all together. */
function* boundedContents(layers: readonly Uint8Array[]): Generator<Uint8Array> {
  let bytesLeft = maxContentBytes;
  for (const layer of layers) {
    const content = decompressedBytes(layer, bytesLeft);
    bytesLeft -= content.length;
    if (bytesLeft < 0) {
      throw new ImageError('too-large', `its layers have more than ${maxContentBytes} bytes, the maximum that is read`);
    }
    yield content;
  }
}

/** An entry of a layer, without the bytes of files. */
export type LayerEntry = Omit<TarEntry, 'bytes'>;

/**
 * Returns the entries of layers, the lowest first: path → entry. A hard link has the entry of its file. Holds one layer
 * of the iterable at a time.
 *
 * @throws ImageError if a layer can't be read, or if all have more than 1,000,000 entries.
 */
export function layerEntries(layers: Iterable<Uint8Array>): ReadonlyMap<string, LayerEntry> {
  return foldedLayers<LayerEntry>(fileContents(layers), ({ bytes: _bytes, ...entry }) => entry);
}

function* fileContents(layers: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const layer of layers) yield decompressedBytes(layer);
}

/** @see https://github.com/opencontainers/image-spec/blob/main/layer.md#representing-changes */
function foldedLayers<Entry extends LayerEntry>(
  contents: Iterable<Uint8Array>,
  kept: (entry: TarEntry) => Entry,
): ReadonlyMap<string, Entry> {
  const all = new Map<string, { readonly entry: Entry; readonly layer: number }>();
  const marks = new Map<string, number>();
  const parents = new Set<string>();
  const present = (path: string): Entry | undefined => {
    const found = all.get(path);
    return found === undefined || isRemovedByWhiteout(path, found.layer, marks) ? undefined : found.entry;
  };
  let layer = 0;
  let entryCount = 0;
  for (const content of contents) {
    layer += 1;
    const entries: Entry[] = [];
    for (const entry of tarEntries(content)) {
      entryCount += 1;
      if (entryCount > maxEntryCount) {
        throw new ImageError(
          'too-large',
          `its layers have more than ${maxEntryCount} entries, the maximum that is read`,
        );
      }
      if (isWhiteout(entry.path)) marks.set(entry.path, layer);
      else entries.push(kept(entry));
    }
    for (const entry of entries) {
      // A file or a link in place of a directory removes the content of the directory in lower layers.
      if (entry.type !== 'directory' && parents.has(entry.path)) marks.set(`${entry.path}/${opaque}`, layer);
      addParents(parents, entry.path);
      const linked = entry.type === 'link' ? present(entry.target) : undefined;
      all.set(entry.path, { entry: linked?.type === 'file' ? { ...linked, path: entry.path } : entry, layer });
    }
  }
  return new Map(
    [...all.keys()].flatMap((path): [string, Entry][] => {
      const entry = present(path);
      return entry === undefined ? [] : [[path, entry]];
    }),
  );
}

function addParents(parents: Set<string>, path: string): void {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const parent = path.slice(0, end);
    if (parents.has(parent)) return;
    parents.add(parent);
  }
}

function isWhiteout(path: string): boolean {
  return baseNameOf(path).startsWith(whiteout);
}

/**
 * Returns true if a mark of a higher layer removes a path of a layer, or one of its parents.
 *
 * @param marks - path → the highest layer that has it.
 */
function isRemovedByWhiteout(path: string, layer: number, marks: ReadonlyMap<string, number>): boolean {
  if (marks.size === 0) return false;
  const isAbove = (mark: string) => (marks.get(mark) ?? 0) > layer;
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const part = path.slice(0, end);
    const name = baseNameOf(part);
    const directory = part.slice(0, part.length - name.length);
    if (isAbove(directory + whiteout + name) || isAbove(directory + opaque)) return true;
  }
  return false;
}

function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
