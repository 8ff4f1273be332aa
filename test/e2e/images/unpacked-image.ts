import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { decompressed, type StoredContainer } from '../../../lib/oci/index.ts';

/** Puts the files of an image into a directory that is made, with the owners and modes that they have in it. */
export async function unpackImage({ layers }: StoredContainer, directory: string): Promise<void> {
  // Unlike what may be around it, it is open to all users.
  await mkdir(directory, { mode: 0o755 });
  for (const [index, { blob }] of layers.entries()) {
    const layer = `${directory}-${index}.tar`;
    await writeFile(layer, decompressed(Buffer.concat(blob.content)));
    await promisify(execFile)('tar', [
      '--extract',
      '--preserve-permissions',
      '--numeric-owner',
      '--file',
      layer,
      '--directory',
      directory,
    ]);
    await rm(layer);
  }
}
