import { blobPath, jsonBytes } from './blob.ts';
import type { ImageName } from './image-name.ts';
import { imageLayout } from './layout.ts';
import type { PackedImage } from './packed-container.ts';
import type { Pieces } from './pieces.ts';
import { tarArchive } from './tar.ts';

/** What tells what is in an archive as Docker has them. */
export const dockerManifest = 'manifest.json';

/**
 * An image as one file, which is two archives: an OCI image layout, and what `docker load` and its kin take.
 *
 * To the latter it is the image for the first of its platforms.
 *
 * @param name - what it is called when it has been loaded. @default nothing
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
