import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDirectory } from '../process/cache-directory.ts';

/** Files of packages that have been fetched, by the SHA-256 of what is in them. Several processes may use it at once. */
export class PackageStore {
  readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** The one in the user's cache. */
  static user(): PackageStore {
    return new PackageStore(cacheDirectory('debian'));
  }

  /** Where the file with that SHA-256 is; undefined if it isn't there, or is damaged. */
  async find(sha256: string): Promise<string | undefined> {
    const path = this.#path(sha256);
    return existsSync(path) && (await sha256Of(path)) === sha256 ? path : undefined;
  }

  /** Takes a file from elsewhere on the same file system. @returns the SHA-256 of what is in it. */
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
