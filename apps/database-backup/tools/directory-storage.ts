import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { archiveTime } from './archive-name.ts';
import { isSystemError } from './failure.ts';
import { manifestFile } from './manifest.ts';
import { type ArchiveStorage, type Content, ownerFile } from './storage.ts';

/** The prefix of the directory of an archive that is being written or removed. */
const partial = '.partial-';

/** Archives as directories of a volume: one file for each database, and the manifest. */
export class DirectoryStorage implements ArchiveStorage {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async owner(proposed: string): Promise<string> {
    const [directory, name] = ownerFile;
    const file = join(this.#directory, directory, name);
    if (!existsSync(file)) {
      const own = this.#partial(randomUUID());
      await mkdir(own, { recursive: true });
      await writeFile(join(own, name), proposed, { flush: true });
      try {
        await rename(own, join(this.#directory, directory));
      } catch (error) {
        // A rename replaces no directory with a file. The first owner may have cleared ours.
        if (!isSystemError(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
      }
    }
    return await readFile(file, 'utf8');
  }

  async list(): Promise<readonly string[]> {
    const names = await this.#names();
    return names
      .filter((name) => archiveTime(name) !== undefined && existsSync(join(this.#directory, name, manifestFile)))
      .toSorted();
  }

  async clear(): Promise<void> {
    for (const name of await this.#names()) {
      if (name.startsWith(partial)) await rm(join(this.#directory, name), { recursive: true, force: true });
    }
  }

  async write(archive: string, file: string, content: Content): Promise<void> {
    const path = this.#partial(archive);
    await mkdir(path, { recursive: true });
    await pipeline(content, createWriteStream(join(path, file), { flush: true }));
  }

  async complete(archive: string, manifest: string): Promise<void> {
    await this.write(archive, manifestFile, [Buffer.from(manifest)]);
    await flush(this.#partial(archive));
    await rename(this.#partial(archive), join(this.#directory, archive));
    await flush(this.#directory);
  }

  read(archive: string, file: string): AsyncIterable<Uint8Array> {
    return createReadStream(join(this.#directory, archive, file));
  }

  async remove(archive: string): Promise<void> {
    await rename(join(this.#directory, archive), this.#partial(archive));
    await rm(this.#partial(archive), { recursive: true });
  }

  async #names(): Promise<readonly string[]> {
    await mkdir(this.#directory, { recursive: true });
    return await readdir(this.#directory);
  }

  #partial(archive: string): string {
    return join(this.#directory, `${partial}${archive}`);
  }
}

/** Makes the entries of a directory durable. */
async function flush(directory: string): Promise<void> {
  await using handle = await open(directory);
  await handle.sync();
}
