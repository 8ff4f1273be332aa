import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Catalog } from '../../constructs/index.ts';
import type { BundleContent } from '../../olm/index.ts';
import { failWith } from '../failure.ts';
import { readBundle } from './bundle-directory.ts';

/**
 * Reads the published bundles of a catalog's operator from the directory in its definition: name of the directory →
 * bundle.
 *
 * @returns empty if there are none yet.
 * @throws Failure if the directory, or a bundle in it, can't be read.
 */
export async function readPublishedBundles({ props, node }: Catalog): Promise<ReadonlyMap<string, BundleContent>> {
  const { releases } = props;
  if (releases === undefined) return new Map();
  const directory = typeof releases === 'string' ? releases : fileURLToPath(releases);
  const remedy = 'create the directory with the first release, or leave `releases` out until then';
  const entries = await readdir(directory, { withFileTypes: true }).catch(
    failWith(`[${node.path}] releases ${directory} can't be read: ${remedy}`),
  );
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readBundle(join(directory, name))] as const)),
  );
}
