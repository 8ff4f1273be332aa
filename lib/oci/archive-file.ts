import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { imageArchive } from './image-archive.ts';
import type { ImageName } from './image-name.ts';
import type { PackedImage } from './packed-image.ts';
import { writeWhole } from './whole-file.ts';

/** Writes an image as an archive, in place of a file that was there; after a crash it is there whole, or as it was. */
export async function writeArchive(path: string, image: PackedImage, name?: ImageName): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeWhole(path, imageArchive(image, name));
}
