import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decompressed, type StoredContainer } from '../../../lib/oci/index.ts';

/** Makes the files of an image a directory's, with a place to mount something at, `mnt`. Owners stay only for root. */
export async function unpackImage({ layers }: StoredContainer, directory: string): Promise<void> {
  await mkdir(join(directory, 'mnt'), { recursive: true });
  for (const [index, { blob }] of layers.entries()) {
    const layer = `${directory}-${index}.tar`;
    await writeFile(layer, decompressed(Buffer.concat(blob.content)));
    await promisify(execFile)('tar', ['--extract', '--same-permissions', '--file', layer, '--directory', directory]);
    await rm(layer);
  }
}
