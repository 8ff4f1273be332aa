// In: a layout or an archive, whoever has written it, and a platform. Out: the layers for it, and how they start.
// Called where an image is made on top of another.

import { blobPath } from './blob.ts';
import type { ContainerVariant } from './container-image.ts';
import { imageDocuments, isIndex, type StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';
import { presentLayer } from './layer.ts';
import { layoutIndex } from './layout.ts';
import { isForPlatform, type Platform } from './platform.ts';
import { isImage } from './stored-image.ts';
import { storedPart } from './stored-part.ts';

/** An image as it is on one platform, read back: as much of its start as others build on. */
export interface StoredContainer extends ContainerVariant {
  /** Of its manifest for this platform. */
  readonly digest: string;
}

/**
 * What the image in a layout, or in an archive of one, is for a platform; every part is held against its digest. Parts for
 * other platforms may be missing: engines fetch one platform, and save an image with the index of all.
 *
 * @throws ImageError if there is no image, or none for this platform, several for it, or a damaged one.
 */
export async function storedContainer(source: ImageSource, platform: Platform): Promise<StoredContainer> {
  const index = await source(layoutIndex);
  if (index === undefined) {
    throw new ImageError(
      'unreadable',
      `${layoutIndex} is missing: save the image as an archive or a layout of OCI, as Docker does since its version 25`,
    );
  }
  const { manifests } = imageDocuments.index(index, layoutIndex);
  const images = new Map(manifests.map((each) => [each.digest, each])).values();
  const variants = (await Promise.all([...images].map((each) => variantOf(each, platform, source)))).flatMap(
    (variant) => variant ?? [],
  );
  const [variant] = variants;
  const title = [platform.os, platform.architecture, platform.variant].filter(Boolean).join('/');
  if (variant === undefined) {
    throw new ImageError('unreadable', `it isn't made for ${title}: leave that platform out`);
  }
  if (variants.length > 1) {
    throw new ImageError(
      'unreadable',
      `${layoutIndex} has ${variants.length} images for ${title}: name what holds one`,
    );
  }
  const { digest, manifest, config } = variant;
  const layers = await Promise.all(manifest.layers.map((each) => storedPart(each, source)));
  return {
    platform,
    digest,
    layers: layers.map((layer) => presentLayer(layer, digest)),
    start: { env: variables(config.config?.Env ?? []), entrypoint: config.config?.Entrypoint ?? [] },
  };
}

interface Variant {
  readonly digest: string;
  readonly manifest: ReturnType<(typeof imageDocuments)['manifest']>;
  readonly config: ReturnType<(typeof imageDocuments)['config']>;
}

/** What a manifest says, or the first that an index of them leads to; undefined if it is for another platform, or for none. */
async function variantOf(
  image: StoredDescriptor,
  platform: Platform,
  source: ImageSource,
): Promise<Variant | undefined> {
  const { digest } = image;
  if (!isImage(image) || (image.platform && !isForPlatform(image.platform, platform))) return undefined;
  const bytes = await storedPart(image, source);
  if (isIndex(bytes)) {
    for (const each of imageDocuments.index(bytes, blobPath(digest)).manifests) {
      const found = await variantOf(each, platform, source);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const manifest = imageDocuments.manifest(bytes, blobPath(digest));
  const config = imageDocuments.config(await storedPart(manifest.config, source), blobPath(manifest.config.digest));
  return isForPlatform(config, platform) ? { digest, manifest, config } : undefined;
}

function variables(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}
