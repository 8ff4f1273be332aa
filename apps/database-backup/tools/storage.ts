import { type Manifest, manifestFile, manifestOf } from './manifest.ts';
import { collected } from './program.ts';

/** The directory and the file with the owner of a place. They are beside the archives. */
export const ownerFile = ['owner', 'name'] as const;

/** The bytes of a file, in chunks. */
export type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The place of archives. Only archives with a manifest are complete. */
export interface ArchiveStorage {
  /** Returns the owner of the place: the first one that a run has proposed. */
  owner(proposed: string): Promise<string>;
  /** Returns the names of the complete archives, the oldest first. */
  list(): Promise<readonly string[]>;
  /** Removes the files of runs that ended in the middle. */
  clear(): Promise<void>;
  /** Writes a file of an unfinished archive. */
  write(archive: string, file: string, content: Content): Promise<void>;
  /** Completes an archive with the content of its manifest, durably and at once. */
  complete(archive: string, manifest: string): Promise<void>;
  read(archive: string, file: string): AsyncIterable<Uint8Array>;
  /** Removes a complete archive. An interrupted removal leaves no complete archive. */
  remove(archive: string): Promise<void>;
}

/** Reads the manifest of a complete archive. @throws Failure if it is damaged */
export async function storedManifest(storage: ArchiveStorage, archive: string): Promise<Manifest> {
  const chunks = await collected(storage.read(archive, manifestFile));
  return manifestOf(Buffer.concat(chunks).toString(), archive);
}
