import { blobPath } from './blob.ts';
import { dockerManifest } from './image-archive.ts';
import { imageDocuments, isImageIndex, isRunnableImage } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';
import { layerFiles } from './layer-file.ts';
import { layoutIndex } from './layout.ts';
import { readStoredFile, readStoredLayers, readStoredPart } from './stored-part.ts';

/** The content of an image. */
export interface StoredImage {
  /** Path → bytes, of all layers together. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * Returns the image in a layout, in an archive of a layout, or in Docker's archive; verifies the digest of every part
 * of a layout.
 *
 * For several platforms it returns the first one with all parts: bundles and catalogs have the same files for all.
 *
 * @throws ImageError if there is no image, more than one, or a damaged one.
 */
export async function readStoredImage(source: ImageSource): Promise<StoredImage> {
  const index = await source(layoutIndex);
  if (index !== undefined) return await layoutImage(index, source);
  const description = await source(dockerManifest);
  if (description !== undefined) return await dockerImage(description, source);
  throw new ImageError('unreadable', `neither ${layoutIndex} nor ${dockerManifest} exists: this is not an image`);
}

async function layoutImage(index: Uint8Array, source: ImageSource): Promise<StoredImage> {
  const root = await manifestBytes(index, layoutIndex, source);
  const { config, layers } = imageDocuments.manifest(root.bytes, root.path);
  const document = imageDocuments.config(await readStoredPart(config, source), blobPath(config.digest));
  return {
    files: layerFiles(await readStoredLayers(layers, (layer) => readStoredPart(layer, source))),
    labels: document.config?.Labels ?? {},
  };
}

/** Follows an index to the manifest of its one image, through the index of platforms if there is one. */
async function manifestBytes(
  index: Uint8Array,
  path: string,
  source: ImageSource,
): Promise<{ readonly bytes: Uint8Array; readonly path: string }> {
  const images = imageDocuments.index(index, path).manifests.filter(isRunnableImage);
  const [first] = images;
  if (first === undefined || (path === layoutIndex && images.length > 1)) {
    throw new ImageError('unreadable', `${path} has ${images.length} images: name one with a single image`);
  }
  const present = await Promise.all(images.map(async ({ digest }) => (await source(blobPath(digest))) !== undefined));
  const image = images[present.indexOf(true)] ?? first;
  const bytes = await readStoredPart(image, source);
  const child = blobPath(image.digest);
  return isImageIndex(bytes) ? await manifestBytes(bytes, child, source) : { bytes, path: child };
}

async function dockerImage(description: Uint8Array, source: ImageSource): Promise<StoredImage> {
  const [{ Config, Layers }] = imageDocuments.dockerManifest(description, dockerManifest);
  const document = imageDocuments.config(await readStoredFile(Config, source), Config);
  return {
    files: layerFiles(await readStoredLayers(Layers, (path) => readStoredFile(path, source))),
    labels: document.config?.Labels ?? {},
  };
}
