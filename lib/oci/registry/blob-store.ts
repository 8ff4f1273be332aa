import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isMissingFile } from '../../system/index.ts';
import { blobPath, matchesDigest } from '../blob.ts';
import { makeDirectory } from '../directory.ts';
import { ImageError } from '../image-error.ts';
import { TransientFailure } from './registry-request.ts';

/** The part of an image, before it is downloaded. */
export interface ExpectedBlob {
  readonly digest: string;
  /** @default any size up to the limit */
  readonly size?: number;
}

/** Downloaded parts of images in a directory, by digest. Several processes may use it at once. */
export class BlobStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the part with a digest; undefined if it is missing or damaged. */
  async find(digest: string): Promise<Uint8Array | undefined> {
    try {
      const bytes = await readFile(this.#pathOf(digest));
      return matchesDigest(bytes, digest) ? bytes : undefined;
    } catch (error) {
      if (isMissingFile(error)) return undefined;
      throw error;
    }
  }

  /**
   * Stores a part while it arrives. Until its last byte is verified, the store doesn't have it.
   *
   * @throws ImageError if it has more bytes than expected, or another digest; {@link TransientFailure} if it ends early.
   */
  async add({ digest, size }: ExpectedBlob, maxBytes: number, content: AsyncIterable<Uint8Array>): Promise<void> {
    const path = this.#pathOf(digest);
    await makeDirectory(dirname(path));
    const partial = `${path}.partial-${randomUUID()}`;
    const [algorithm = ''] = digest.split(':');
    const hash = createHash(algorithm);
    const limit = size ?? maxBytes;
    let count = 0;
    try {
      await pipeline(
        content,
        async function* counted(chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            count += chunk.length;
            if (count > limit) throw new ImageError('too-large', `${digest} has more than ${limit} bytes, its maximum`);
            hash.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(partial, { flags: 'wx' }),
      );
      if (size !== undefined && count < size) {
        throw new TransientFailure(`${digest} ends after ${count} of ${size} bytes`);
      }
      const found = `${algorithm}:${hash.digest('hex')}`;
      if (found !== digest)
        throw new ImageError(
          'unreadable',
          `the part ${digest} arrives with the digest ${found}: try again, or use another registry`,
        );
      await rename(partial, path);
    } finally {
      await rm(partial, { force: true });
    }
  }

  #pathOf(digest: string): string {
    return join(this.#directory, blobPath(digest));
  }
}
