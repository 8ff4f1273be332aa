import { blobPath } from './blob.ts';
import { imageDocuments, isImageIndex, isRunnableImage, type StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';
import { presentLayer } from './layer.ts';
import { layoutIndex } from './layout.ts';
import type { ContainerVariant } from './packed-container.ts';
import { isForPlatform, type Platform } from './platform.ts';
import { readStoredLayers, readStoredPart } from './stored-part.ts';

/** An image for one platform, with the parts of its start that images on top of it use. */
export interface StoredContainer extends ContainerVariant {
  /** The digest of its manifest for this platform. */
  readonly digest: string;
}

/**
 * Returns the image in a layout or an archive for a platform; verifies the digest of every part. Parts for other
 * platforms may be missing: engines pull one platform, and save an image with the index of all.
 *
 * @throws ImageError if there is no image for this platform, more than one, or a damaged one.
 */
export async function readContainerImage(source: ImageSource, platform: Platform): Promise<StoredContainer> {
  const index = await source(layoutIndex);
  if (index === undefined) {
    throw new ImageError(
      'unreadable',
      `${layoutIndex} is missing: save the image as an archive or a layout of OCI, as Docker does since its version 25`,
    );
  }
  const { manifests } = imageDocuments.index(index, layoutIndex);
  const seen = new Set<string>();
  const variants: Variant[] = [];
  for (const each of manifests) variants.push(...(await variantsOf(each, platform, { source, seen })));
  const [variant] = variants;
  const title = [platform.os, platform.architecture, platform.variant].filter(Boolean).join('/');
  if (variant === undefined) {
    throw new ImageError('unreadable', `it isn't built for ${title}: leave that platform out`);
  }
  if (variants.length > 1) {
    throw new ImageError(
      'unreadable',
      `${layoutIndex} has ${variants.length} images for ${title}: name one with a single image`,
    );
  }
  const { digest, manifest, config } = variant;
  const layers = await readStoredLayers(manifest.layers, (each) => readStoredPart(each, source));
  return {
    platform,
    digest,
    layers: layers.map((layer) => presentLayer(layer, digest)),
    start: { env: environmentVariables(config.config?.Env ?? []), entrypoint: config.config?.Entrypoint ?? [] },
  };
}

interface Variant {
  readonly digest: string;
  readonly manifest: ReturnType<(typeof imageDocuments)['manifest']>;
  readonly config: ReturnType<(typeof imageDocuments)['config']>;
}

interface Search {
  readonly source: ImageSource;
  /** The digests of manifests and indexes that were read. Nested indexes could otherwise refer to one many times. */
  readonly seen: Set<string>;
}

/**
 * Returns the images of a manifest or of the manifests in an index; none if it is for another platform, or already
 * read.
 */
async function variantsOf(image: StoredDescriptor, platform: Platform, search: Search): Promise<readonly Variant[]> {
  const { digest } = image;
  const { source, seen } = search;
  if (!isRunnableImage(image) || (image.platform && !isForPlatform(image.platform, platform)) || seen.has(digest))
    return [];
  seen.add(digest);
  const bytes = await readStoredPart(image, source);
  if (isImageIndex(bytes)) {
    for (const each of imageDocuments.index(bytes, blobPath(digest)).manifests) {
      const found = await variantsOf(each, platform, search);
      if (found.length > 0) return found;
    }
    return [];
  }
  const manifest = imageDocuments.manifest(bytes, blobPath(digest));
  const config = imageDocuments.config(await readStoredPart(manifest.config, source), blobPath(manifest.config.digest));
  return isForPlatform(config, platform) ? [{ digest, manifest, config }] : [];
}

function environmentVariables(texts: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}
