import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissingFile } from '../system/index.ts';
import { decompressedBytes } from './decompressed.ts';
import type { StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import { layoutMarker } from './layout.ts';
import { tarEntries } from './tar-entry.ts';

/**
 * Reads the parts of an image: path in the layout → bytes, or undefined if there is none. Throws an ImageError for a
 * path out of the layout.
 *
 * @param part - the descriptor of the part at the path, if a document has one: registries serve parts by it.
 */
export type ImageSource = (path: string, part?: StoredDescriptor) => Promise<Uint8Array | undefined>;

/**
 * Opens the image at a path of the disk: an archive in a file, or a layout in a directory.
 *
 * @returns undefined for a directory that isn't a layout.
 * @throws ImageError if the file isn't an archive; Node's error if the path doesn't exist.
 */
export async function openImageSource(path: string): Promise<ImageSource | undefined> {
  if ((await stat(path)).isFile()) return archiveSource(await readFile(path));
  const directory = await realpath(path);
  const source: ImageSource = async (part) => await presentLayoutFile(directory, part);
  return (await source(layoutMarker)) === undefined ? undefined : source;
}

/** Opens an archive as the source of an image. @throws ImageError if the bytes aren't an archive. */
export function archiveSource(archive: Uint8Array): ImageSource {
  const entries = [...tarEntries(decompressedBytes(archive))].filter(({ type }) => type === 'file');
  const files = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  return (path) => Promise.resolve(files.get(path));
}

/** Returns the path of a file in a layout. Neither names in documents nor links in the layout are trusted. */
async function presentLayoutFile(directory: string, part: string): Promise<Uint8Array | undefined> {
  try {
    const path = await realpath(join(directory, part));
    if (path.startsWith(`${directory}${directory.endsWith(sep) ? '' : sep}`) && (await stat(path)).isFile()) {
      return await readFile(path);
    }
    throw new ImageError(
      'unreadable',
      `${JSON.stringify(part.slice(0, 200))} is not a file inside of ${directory}: copy the layout with the files that its links lead to`,
    );
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
