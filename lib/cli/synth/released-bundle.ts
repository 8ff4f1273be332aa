// In: an operator, and the catalogs of its app. Out: its bundle, with the name of the replaced release. Called to
// publish the bundle, and to compare it with published ones.

import type { Catalog, Operator } from '../../constructs/index.ts';
import { type BundleContent, operatorRelease } from '../../olm/content/index.ts';
import { type SynthesizedBundle, synthesizedBundle } from './synthesized-bundle.ts';

/**
 * Returns the bundle of an operator. If its definition names no replaced release, and its channels agree on one, the
 * bundle names that: pipelines that read updates from bundles have no other source.
 *
 * @throws the errors of {@link synthesizedBundle}; CatalogError if a release would get no updates.
 */
export async function readReleasedBundle(operator: Operator, catalogs: readonly Catalog[]): Promise<SynthesizedBundle> {
  const made = synthesizedBundle(operator);
  const own = catalogs.filter(({ props }) => props.operator === operator);
  if (operator.props.bundle?.replaces !== undefined || own.length === 0) return made;
  const replaced = (await Promise.all(own.map((catalog) => replacedReleases(catalog, made.content)))).flat();
  const [name, ...others] = new Set(replaced);
  return name === undefined || others.length > 0 ? made : synthesizedBundle(operator, name);
}

/** Returns the replaced release in each channel of the release. */
async function replacedReleases(catalog: Catalog, current: BundleContent): Promise<readonly (string | undefined)[]> {
  const [{ offeredCatalog }, { readPublishedBundles }] = await Promise.all([
    import('../../olm/catalog/index.ts'),
    import('../bundle/published-bundles.ts'),
  ]);
  const { blobs } = offeredCatalog(catalog, { published: await readPublishedBundles(catalog), current });
  const { name } = operatorRelease(current);
  return blobs
    .flatMap((blob) => (blob.schema === 'olm.channel' ? blob.entries : []))
    .filter((entry) => entry.name === name)
    .map(({ replaces }) => replaces);
}
