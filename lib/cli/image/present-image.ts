import { readdir, stat } from 'node:fs/promises';
import type { StoredImage } from '../../oci/index.ts';

/**
 * Reads the image at a path, an archive or a layout. Undefined for any other directory.
 *
 * @throws ImageError if a file isn't an image or is damaged; Node's error if the path doesn't exist.
 */
export async function readPresentImage(path: string): Promise<StoredImage | undefined> {
  const isDirectory = (await stat(path)).isDirectory();
  if (isDirectory && !(await readdir(path)).includes('oci-layout')) return undefined;
  // Loaded on demand: few calls get an image.
  const { openImageSource, readStoredImage } = await import('../../oci/index.ts');
  const source = await openImageSource(path);
  return source && (await readStoredImage(source));
}
