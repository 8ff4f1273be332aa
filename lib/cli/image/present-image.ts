import { readdir, stat } from 'node:fs/promises';
import type { StoredImage } from '../../oci/index.ts';

/**
 * The image at a path, an archive or a layout. Undefined for any other directory.
 *
 * @throws ImageError if it is a file but no image, or a damaged one; what Node throws if nothing is there.
 */
export async function presentImage(path: string): Promise<StoredImage | undefined> {
  const isDirectory = (await stat(path)).isDirectory();
  if (isDirectory && !(await readdir(path)).includes('oci-layout')) return undefined;
  // Few are given an image: what reads it is loaded for them alone.
  const { imageSource, storedImage } = await import('../../oci/index.ts');
  const source = await imageSource(path);
  return source && (await storedImage(source));
}
