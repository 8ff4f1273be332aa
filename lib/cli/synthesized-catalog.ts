// In: a catalog of the app, and what its operator is now. Out: the files of the catalog, and its templates.
// Called by `synth`, before anything is written.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog } from '../constructs/index.ts';
import { type BundleContent, offeredCatalog, yamlDocument, yamlStream } from '../olm/index.ts';
import { readBundle } from './bundle-directory.ts';
import { Failure } from './failure.ts';

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
  const { blobs, templates } = offeredCatalog(catalog, { published: await publishedReleases(catalog), current });
  return {
    files: new Map([['catalog.yaml', `---\n${yamlStream(blobs)}`]]),
    templates: new Map([...templates].map(([name, template]) => [`${name}.yaml`, yamlDocument(template)])),
  };
}

async function publishedReleases({ props, node }: Catalog): Promise<ReadonlyMap<string, BundleContent>> {
  const { releases } = props;
  if (releases === undefined) return new Map();
  const directory = typeof releases === 'string' ? releases : fileURLToPath(releases);
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    const remedy = 'make the directory with the first release, or leave `releases` out until then';
    throw new Failure(`[${node.path}] releases ${directory} can't be read: ${remedy}`, { cause: error });
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readBundle(join(directory, name))] as const)),
  );
}
