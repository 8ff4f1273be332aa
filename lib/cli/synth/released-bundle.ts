// In: an operator, and the catalogs of its app. Out: its bundle, which names the release before it.
// Called for whatever publishes the bundle, and compares it with published ones.

import type { Catalog, Operator } from '../../constructs/index.ts';
import { type BundleContent, release } from '../../olm/content/index.ts';
import { type SynthesizedBundle, synthesizedBundle } from './synthesized-bundle.ts';

/**
 * The bundle of an operator. Where its definition names no release that it replaces, and the channels that it is in agree on
 * one, it names that: pipelines that read updates from bundles have no other source.
 *
 * @throws what {@link synthesizedBundle} throws; CatalogError if anybody would be left without an update.
 */
export async function releasedBundle(operator: Operator, catalogs: readonly Catalog[]): Promise<SynthesizedBundle> {
  const made = synthesizedBundle(operator);
  const own = catalogs.filter(({ props }) => props.operator === operator);
  if (operator.props.bundle?.replaces !== undefined || own.length === 0) return made;
  const replaced = (await Promise.all(own.map((catalog) => replacedReleases(catalog, made.content)))).flat();
  const [name, ...others] = new Set(replaced);
  return name === undefined || others.length > 0 ? made : synthesizedBundle(operator, name);
}

/** For each channel that the release is in, the one that it replaces there. */
async function replacedReleases(catalog: Catalog, current: BundleContent): Promise<readonly (string | undefined)[]> {
  const [{ offeredCatalog }, { publishedBundles }] = await Promise.all([
    import('../../olm/catalog/index.ts'),
    import('../bundle/published-bundles.ts'),
  ]);
  const { blobs } = offeredCatalog(catalog, { published: await publishedBundles(catalog), current });
  const { name } = release(current);
  return blobs
    .flatMap((blob) => (blob.schema === 'olm.channel' ? blob.entries : []))
    .filter((entry) => entry.name === name)
    .map(({ replaces }) => replaces);
}
