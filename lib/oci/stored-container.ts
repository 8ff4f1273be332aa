// In: a layout or an archive, whoever has written it, and a platform. Out: the layers for it, and how they start.
// Called where an image is made on top of another.

import { blobPath } from './blob.ts';
import type { ContainerVariant } from './container-image.ts';
import { imageDocuments, isIndex, type StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';
import { presentLayer } from './layer.ts';
import { layoutIndex } from './layout.ts';
import type { Platform } from './platform.ts';
import { isImage } from './stored-image.ts';
import { storedFile, storedPart } from './stored-part.ts';

/** An image as it is on one platform, read back: as much of its start as others build on. */
export interface StoredContainer extends ContainerVariant {
  /** Of its manifest for this platform. */
  readonly digest: string;
}

/**
 * What the image in a layout, or in an archive of one, is for a platform; every part is held against its digest.
 *
 * @throws ImageError if there is no image, or none for this platform, or a damaged one.
 */
export async function storedContainer(source: ImageSource, platform: Platform): Promise<StoredContainer> {
  const variants = await manifests(await storedFile(layoutIndex, source), layoutIndex, source);
  for (const { digest, bytes } of variants) {
    const manifest = imageDocuments.manifest(bytes, blobPath(digest));
    const config = imageDocuments.config(await storedPart(manifest.config, source), blobPath(manifest.config.digest));
    if (config.os !== platform.os || config.architecture !== platform.architecture) continue;
    const layers = await Promise.all(manifest.layers.map((each) => storedPart(each, source)));
    return {
      platform,
      digest,
      layers: layers.map((layer) => presentLayer(layer, digest)),
      start: { env: variables(config.config?.Env ?? []), entrypoint: config.config?.Entrypoint ?? [] },
    };
  }
  throw new ImageError(
    'unreadable',
    `it isn't made for ${platform.os}/${platform.architecture}: leave that platform out`,
  );
}

interface Manifest {
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/** All manifests that an index leads to, also by way of others. */
async function manifests(index: Uint8Array, path: string, source: ImageSource): Promise<Manifest[]> {
  const images = imageDocuments.index(index, path).manifests.filter(isImage);
  const found = await Promise.all(
    images.map(async (image: StoredDescriptor) => {
      const bytes = await storedPart(image, source);
      return isIndex(bytes)
        ? await manifests(bytes, blobPath(image.digest), source)
        : [{ digest: image.digest, bytes }];
    }),
  );
  return found.flat();
}

function variables(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}
