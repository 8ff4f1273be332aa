// In: a catalog of the app, and what its operator is now. Out: the files of the catalog, and its templates.
// Called by `synth`, before anything is written.

import type { Catalog } from '../../constructs/index.ts';
import { yamlDocument, yamlStream } from '../../olm/bundle/index.ts';
import { offeredCatalog } from '../../olm/catalog/index.ts';
import type { BundleContent } from '../../olm/content/index.ts';
import { publishedBundles } from '../bundle/published-bundles.ts';

/** A catalog that can be published: path → text of each. */
export interface SynthesizedCatalog {
  readonly files: ReadonlyMap<string, string>;
  /** Not among the catalog's own files: what serves catalogs reads all that lies in their directory. */
  readonly templates: ReadonlyMap<string, string>;
}

/**
 * The catalog of an operator, with the releases that its definition names.
 *
 * @throws CatalogError if anybody would be left without an update.
 * @throws Failure if the releases can't be read.
 */
export async function synthesizedCatalog(catalog: Catalog, current: BundleContent): Promise<SynthesizedCatalog> {
  const { blobs, templates } = offeredCatalog(catalog, { published: await publishedBundles(catalog), current });
  return {
    files: new Map([['catalog.yaml', `---\n${yamlStream(blobs)}`]]),
    templates: new Map([...templates].map(([name, template]) => [`${name}.yaml`, yamlDocument(template)])),
  };
}
