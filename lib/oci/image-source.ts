import { readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '../system/index.ts';
import { decompressed } from './decompressed.ts';
import { ImageError } from './image-error.ts';
import { layoutMarker } from './layout.ts';
import { tarEntries } from './tar-entry.ts';

/**
 * Where the parts of an image are: path in the layout → bytes, or undefined if nothing is there. It throws an ImageError for
 * a path that leads out of the layout.
 */
export type ImageSource = (path: string) => Promise<Uint8Array | undefined>;

/**
 * The image at a path of the disk: in a file, as an archive, or in a directory, as a layout.
 *
 * @returns undefined for a directory that is no layout.
 * @throws ImageError if the file is no archive; what Node throws if nothing is there.
 */
export async function imageSource(path: string): Promise<ImageSource | undefined> {
  if ((await stat(path)).isFile()) return archiveSource(await readFile(path));
  const directory = await realpath(path);
  const source: ImageSource = async (part) => await presentFile(directory, part);
  return (await source(layoutMarker)) === undefined ? undefined : source;
}

/** The image in an archive. @throws ImageError if it is none. */
export function archiveSource(archive: Uint8Array): ImageSource {
  const entries = [...tarEntries(decompressed(archive))].filter(({ type }) => type === 'file');
  const files = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  return (path) => Promise.resolve(files.get(path));
}

/** The file of a layout. Its documents name the part, and links may stand in its place, so that neither is trusted. */
async function presentFile(directory: string, part: string): Promise<Uint8Array | undefined> {
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
    if (isMissing(error)) return undefined;
    throw error;
  }
}
