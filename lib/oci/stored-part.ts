import { createHash, getHashes } from 'node:crypto';
import { blobPath } from './blob.ts';
import { maxContentBytes } from './decompressed.ts';
import type { StoredDescriptor } from './image-document.ts';
import { ImageError } from './image-error.ts';
import type { ImageSource } from './image-source.ts';

/** The part of an image that a descriptor speaks of. @throws ImageError if it is missing, or isn't what its digest says. */
export async function storedPart({ digest, size }: StoredDescriptor, source: ImageSource): Promise<Uint8Array> {
  const path = blobPath(digest);
  const bytes = await storedFile(path, source);
  const [algorithm = '', expected] = digest.split(':');
  const isWhole = getHashes().includes(algorithm) && createHash(algorithm).update(bytes).digest('hex') === expected;
  if (!isWhole || bytes.length !== size) {
    throw new ImageError('unreadable', `${path} isn't what its digest says: make the image anew`);
  }
  return bytes;
}

/** A file of an image. @throws ImageError if it is missing. */
export async function storedFile(path: string, source: ImageSource): Promise<Uint8Array> {
  const bytes = await source(path);
  if (bytes === undefined) throw new ImageError('unreadable', `${path} is missing: make the image anew`);
  return bytes;
}

/** Twice as many as container engines mount. */
const maxLayerCount = 256;

/**
 * The layers of an image, which its manifest names: read one after the other, since it may name one many times.
 *
 * @throws ImageError if there are more than 256, or they amount to more than 1 GiB; what `read` throws.
 */
export async function storedLayers<Part>(
  parts: readonly Part[],
  read: (part: Part) => Promise<Uint8Array>,
): Promise<readonly Uint8Array[]> {
  if (parts.length > maxLayerCount) {
    throw new ImageError('too-large', `it has ${parts.length} layers, more than the ${maxLayerCount} that are read`);
  }
  const layers: Uint8Array[] = [];
  let bytesLeft = maxContentBytes;
  for (const part of parts) {
    const layer = await read(part);
    bytesLeft -= layer.length;
    if (bytesLeft < 0) {
      throw new ImageError('too-large', `its layers amount to more than the ${maxContentBytes} bytes that are read`);
    }
    layers.push(layer);
  }
  return layers;
}
