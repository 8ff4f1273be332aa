// In: a file-based catalog. Out: its image, for CatalogSources and ClusterCatalogs.
// Called by `operand catalog image`.

import { CatalogContent, validateCatalog } from '../../olm/index.ts';
import type { ImageOptions } from '../image/image-option.ts';
import { writeImage } from '../image/image-output.ts';
import { catalogDocuments, catalogRoot, readCatalog } from './catalog-directory.ts';

/** The label with the directory of a catalog in its image. */
const labels = { 'operators.operatorframework.io.index.configs.v1': `/${catalogRoot}` };

/**
 * Writes the image of a catalog: only its files, without a server.
 *
 * @param path - the path of a directory with the catalogs of packages, or of one catalog's file.
 * @throws Failure if the catalog can't be read, an option isn't valid, or the image can't be written.
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/
 */
export async function executeCatalogImage(path: string, options: ImageOptions): Promise<void> {
  const documents = catalogDocuments(await readCatalog(path));
  await writeImage(
    {
      files: new Map([...documents].map(([file, bytes]) => [`${catalogRoot}/${file}`, bytes])),
      labels,
      found: validateCatalog(CatalogContent.read(documents)),
    },
    options,
  );
}
