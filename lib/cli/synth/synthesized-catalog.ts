// In: a catalog of the app, and its current operator. Out: the files of the catalog, and its templates. Called by
// `synth`, before files are written.

import type { Catalog } from '../../constructs/index.ts';
import { yamlDocument, yamlStream } from '../../olm/bundle/index.ts';
import { offeredCatalog } from '../../olm/catalog/index.ts';
import type { BundleContent } from '../../olm/content/index.ts';
import { readPublishedBundles } from '../bundle/bundle-directory.ts';

/** A catalog that can be published: path → text of each. */
export interface SynthesizedCatalog {
  readonly files: ReadonlyMap<string, string>;
  /** The templates, separate from the catalog's files: servers of catalogs read all files in their directory. */
  readonly templates: ReadonlyMap<string, string>;
}

/**
 * Returns the catalog of an operator, with the releases that its definition names.
 *
 * @throws CatalogError if a release would get no updates.
 * @throws Failure if the releases can't be read.
 */
export async function synthesizedCatalog(catalog: Catalog, current: BundleContent): Promise<SynthesizedCatalog> {
  const { blobs, templates } = offeredCatalog(catalog, { published: await readPublishedBundles(catalog), current });
  return {
    files: new Map([['catalog.yaml', `---\n${yamlStream(blobs)}`]]),
    templates: new Map([...templates].map(([name, template]) => [`${name}.yaml`, yamlDocument(template)])),
  };
}
