import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diffIdOf, ImageError, type Layer, type Pieces, presentLayer, smallLayer } from '../../oci/index.ts';
import { userCacheDirectory } from '../process/cache-directory.ts';

/** Compressed layers by the digest of their content, since compression takes some seconds. */
export class LayerStore {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Returns the store in the user's cache. */
  static user(): LayerStore {
    return new LayerStore(userCacheDirectory('layers'));
  }

  /** Returns the layer of an archive, compressed now or earlier. A damaged one is compressed again. */
  async layer(tar: Pieces, createdBy: string): Promise<Layer> {
    const diffId = diffIdOf(tar);
    const path = join(this.#directory, `${diffId.replace(':', '-')}.tar.gz`);
    const present = await this.#present(path, createdBy);
    if (present?.diffId === diffId) return present;

    const made = smallLayer(tar, createdBy);
    await mkdir(this.#directory, { recursive: true });
    const partial = `${path}.partial-${randomUUID()}`;
    await writeFile(partial, made.blob.content);
    await rename(partial, path);
    return made;
  }

  async #present(path: string, createdBy: string): Promise<Layer | undefined> {
    const bytes = await readFile(path).catch(() => undefined);
    try {
      return bytes && presentLayer(bytes, createdBy);
    } catch (error) {
      if (error instanceof ImageError) return undefined;
      throw error;
    }
  }
}
