import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory } from '../../lib/cli/process/cache-directory.ts';

/** Downloaded files of packages, by SHA-256. Several processes may use it at once. */
export class PackageStore {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Returns the store in the user's cache. */
  static user(): PackageStore {
    return new PackageStore(cacheDirectory('debian'));
  }

  /** Returns the path of the file with a SHA-256; undefined if it is missing or damaged. */
  async find(sha256: string): Promise<string | undefined> {
    const path = this.#path(sha256);
    return existsSync(path) && (await sha256Of(path)) === sha256 ? path : undefined;
  }

  /** Moves a file into the store, from the same file system. @returns the SHA-256 of its content. */
  async take(file: string): Promise<string> {
    const sha256 = await sha256Of(file);
    await mkdir(this.directory, { recursive: true });
    await rename(file, this.#path(sha256));
    return sha256;
  }

  #path(sha256: string): string {
    return join(this.directory, `${sha256}.deb`);
  }
}

async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}
