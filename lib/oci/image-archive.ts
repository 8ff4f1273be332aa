import { dirname } from 'node:path';
import { blobPath, jsonBytes, type Pieces } from './blob.ts';
import { makeDirectory, writeFileAtomically } from './directory.ts';
import type { ImageName } from './image-name.ts';
import { imageLayout } from './layout.ts';
import type { PackedImage } from './packed-container.ts';
import { tarArchive } from './tar.ts';

/** The file that lists the images of a Docker archive. */
export const dockerManifest = 'manifest.json';

/**
 * Returns an image as one file, in two formats at once: an OCI image layout, and the archive of `docker load` and
 * similar tools.
 *
 * In the latter format it is the image for the first platform.
 *
 * @param name - the name of the loaded image.
 * @default none
 */
export function imageArchive(image: PackedImage, name?: ImageName): Pieces {
  const { config, layers } = image.first;
  const description = {
    Config: blobPath(config.digest),
    RepoTags: name === undefined ? null : [name.full],
    Layers: layers.map((layer) => blobPath(layer.digest)),
  };
  return tarArchive(new Map([...imageLayout(image, name), [dockerManifest, [jsonBytes([description])]]]));
}

/**
 * Writes an image as an archive, and replaces an existing file; after a crash the file is complete, or unchanged.
 *
 * @throws ImageError if a parent of the path is a file.
 */
export async function writeArchive(path: string, image: PackedImage, name?: ImageName): Promise<void> {
  await makeDirectory(dirname(path));
  await writeFileAtomically(path, imageArchive(image, name));
}
