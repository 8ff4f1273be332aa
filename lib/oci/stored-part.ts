import { createHash, getHashes } from 'node:crypto';
import { blobPath } from './blob.ts';
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
