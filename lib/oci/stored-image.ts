// In: a layout or an archive, whoever has written it. Out: the files and the labels of the image in it.
// Called by commands that are given an image instead of a directory.

import { blobPath } from './blob.ts';
import { dockerManifest } from './image-archive.ts';
import { imageDocuments, isIndex, type StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';
import { layerFiles } from './layer-file.ts';
import { layoutIndex } from './layout.ts';
import { storedFile, storedLayers, storedPart } from './stored-part.ts';

/** What an image holds. */
export interface StoredImage {
  /** Path → bytes, of all layers together. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly labels: Readonly<Record<string, string>>;
}

/**
 * The image in a layout, or in an archive of one or of Docker's; every part of a layout is held against its digest.
 *
 * Of an image for several platforms it is the first whose parts are there: those of bundles and catalogs have the same files.
 *
 * @throws ImageError if there is no image, more than one, or a damaged one.
 */
export async function storedImage(source: ImageSource): Promise<StoredImage> {
  const index = await source(layoutIndex);
  if (index !== undefined) return await layoutImage(index, source);
  const description = await source(dockerManifest);
  if (description !== undefined) return await dockerImage(description, source);
  throw new ImageError('unreadable', `neither ${layoutIndex} nor ${dockerManifest} is there: this is no image`);
}

async function layoutImage(index: Uint8Array, source: ImageSource): Promise<StoredImage> {
  const root = await manifestBytes(index, layoutIndex, source);
  const { config, layers } = imageDocuments.manifest(root.bytes, root.path);
  const document = imageDocuments.config(await storedPart(config, source), blobPath(config.digest));
  return {
    files: layerFiles(await storedLayers(layers, (layer) => storedPart(layer, source))),
    labels: document.config?.Labels ?? {},
  };
}

/** From an index to the manifest of the one image in it, by way of the index of its platforms, if there is one. */
async function manifestBytes(
  index: Uint8Array,
  path: string,
  source: ImageSource,
): Promise<{ readonly bytes: Uint8Array; readonly path: string }> {
  const images = imageDocuments.index(index, path).manifests.filter(isImage);
  const [first] = images;
  if (first === undefined || (path === layoutIndex && images.length > 1)) {
    throw new ImageError('unreadable', `${path} has ${images.length} images: name what holds one`);
  }
  const present = await Promise.all(images.map(async ({ digest }) => (await source(blobPath(digest))) !== undefined));
  const image = images[present.indexOf(true)] ?? first;
  const bytes = await storedPart(image, source);
  const child = blobPath(image.digest);
  return isIndex(bytes) ? await manifestBytes(bytes, child, source) : { bytes, path: child };
}

/** What builders say of how they made an image stands beside it, as if for a platform of its own. */
export function isImage({ platform }: StoredDescriptor): boolean {
  return platform?.os !== 'unknown';
}

async function dockerImage(description: Uint8Array, source: ImageSource): Promise<StoredImage> {
  const [{ Config, Layers }] = imageDocuments.dockerManifest(description, dockerManifest);
  const document = imageDocuments.config(await storedFile(Config, source), Config);
  return {
    files: layerFiles(await storedLayers(Layers, (path) => storedFile(path, source))),
    labels: document.config?.Labels ?? {},
  };
}
