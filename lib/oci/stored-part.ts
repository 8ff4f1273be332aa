import { blobPath, matchesDigest } from './blob.ts';
import { maxContentBytes } from './decompressed.ts';
import type { StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';

/** Reads the part of a descriptor. @throws ImageError if it is missing, or doesn't match its digest. */
export async function readStoredPart(part: StoredDescriptor, source: ImageSource): Promise<Uint8Array> {
  const path = blobPath(part.digest);
  const bytes = await readStoredFile(path, source, part);
  if (bytes.length !== part.size || !matchesDigest(bytes, part.digest)) {
    throw new ImageError('unreadable', `${path} doesn't match its digest: build the image again`);
  }
  return bytes;
}

/** Reads a file of an image. @throws ImageError if it is missing. */
export async function readStoredFile(path: string, source: ImageSource, part?: StoredDescriptor): Promise<Uint8Array> {
  const bytes = await source(path, part);
  if (bytes === undefined) throw new ImageError('unreadable', `${path} is missing: build the image again`);
  return bytes;
}

/** Twice the maximum of container engines. */
const maxLayerCount = 256;

/**
 * Reads those parts of an image that are its layers, one after the other, since a manifest may name a layer many times.
 *
 * @throws ImageError if there are more than 256, or if they have more than 1 GiB; also the errors of `read`.
 */
export async function readStoredLayers<Part>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Uint8Array>,
): Promise<readonly Uint8Array[]> {
  if (parts.length > maxLayerCount) {
    throw new ImageError('too-large', `it has ${parts.length} layers, and at most ${maxLayerCount} are read`);
  }
  const layers: Uint8Array[] = [];
  let bytesLeft = maxContentBytes;
  for (const part of parts) {
    const layer = await read(part);
    bytesLeft -= layer.length;
    if (bytesLeft < 0) {
      throw new ImageError('too-large', `its layers have more than ${maxContentBytes} bytes, the maximum that is read`);
    }
    layers.push(layer);
  }
  return layers;
}
