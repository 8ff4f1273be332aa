import { dirname } from 'node:path';
import { makeDirectory } from './directory.ts';
import { imageArchive } from './image-archive.ts';
import type { ImageName } from './image-name.ts';
import type { PackedImage } from './packed-container.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Writes an image as an archive, and replaces an existing file; after a crash the file is complete, or unchanged.
 *
 * @throws ImageError if a parent of the path is a file.
 */
export async function writeArchive(path: string, image: PackedImage, name?: ImageName): Promise<void> {
  await makeDirectory(dirname(path));
  await writeWhole(path, imageArchive(image, name));
}
