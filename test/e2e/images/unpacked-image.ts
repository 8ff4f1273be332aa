import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { decompressedBytes, type StoredContainer } from '../../../lib/oci/index.ts';

/** Writes the files of an image into a new directory, with the image's owners and modes. */
export async function unpackImage({ layers }: StoredContainer, directory: string): Promise<void> {
  // All users can open the directory.
  await mkdir(directory, { mode: 0o755 });
  for (const [index, { blob }] of layers.entries()) {
    const layer = `${directory}-${index}.tar`;
    await writeFile(layer, decompressedBytes(Buffer.concat(blob.content)));
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
