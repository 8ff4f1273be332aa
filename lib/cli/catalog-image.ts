// In: a file-based catalog. Out: its image, for CatalogSources and ClusterCatalogs.
// Called by `operand catalog image`.

import { CatalogContent, validateCatalog } from '../olm/index.ts';
import { readCatalog } from './catalog-directory.ts';
import { type ImageOptions, writeImage } from './image-output.ts';

/** Where catalogs lie in their images, and the label that says so. */
const root = 'configs';
const labels = { 'operators.operatorframework.io.index.configs.v1': `/${root}` };

/**
 * Writes the image of a catalog: its files, and nothing that serves them.
 *
 * @param path - of a directory with the catalogs of packages, or of one catalog's file.
 * @throws Failure if the catalog can't be read, an option makes no sense, or the image can't be written.
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export async function catalogImageCommand(path: string, options: ImageOptions): Promise<void> {
  const documents = await readCatalog(path);
  await writeImage(
    {
      files: new Map([...documents].map(([file, bytes]) => [`${root}/${file}`, bytes])),
      labels,
      found: validateCatalog(CatalogContent.read(documents)),
    },
    options,
  );
}
