import { isVersion } from '../../../constructs/index.ts';
import type { Place } from '../../content/index.ts';
import type { CatalogContent } from './catalog-content.ts';
import { ChannelGraph, type GraphEntry } from './channel-graph.ts';

/** A channel of a catalog, with the required fields of its bundles. */
export interface OfferedChannel {
  readonly place: Place;
  readonly packageName: string;
  /** The entries with names, in their order. */
  readonly entries: readonly OfferedEntry[];
  readonly graph: ChannelGraph;
}

/** An entry of a channel, with its place. */
export interface OfferedEntry extends GraphEntry {
  readonly place: Place;
}

/** Returns the channels of all packages of a catalog. */
export function offeredChannels(catalog: CatalogContent): readonly OfferedChannel[] {
  return catalog.channels().map((place) => {
    const { text: packageName = '' } = place.at('package');
    const versions = new Map(
      catalog.bundles(packageName).map((bundle) => [bundle.at('name').text, offeredVersion(bundle)?.version] as const),
    );
    const entries = place.at('entries').items.flatMap((entry) => offeredChannelEntry(entry, versions));
    return { place, packageName, entries, graph: new ChannelGraph(entries) };
  });
}

function offeredChannelEntry(
  place: Place,
  versions: ReadonlyMap<string | undefined, string | undefined>,
): readonly OfferedEntry[] {
  const { text: name = '' } = place.at('name');
  if (name === '') return [];
  const text = (field: string) => (place.at(field).text === '' ? undefined : place.at(field).text);
  return [
    {
      place,
      name,
      version: versions.get(name),
      replaces: text('replaces'),
      skips: place.at('skips').texts.filter((skipped) => skipped !== ''),
      skipRange: text('skipRange'),
    },
  ];
}

/** The version of a bundle in a catalog. */
export interface OfferedVersion {
  readonly version: string;
  /** The part that distinguishes several packagings of one version; empty if there is one. */
  readonly packaging: string;
}

/** Returns the version of a bundle of a catalog; undefined if it has none that is valid. */
export function offeredVersion(bundle: Place): OfferedVersion | undefined {
  const value = packageProperties(bundle)[0]?.at('value');
  const { text: version = '' } = value?.at('version') ?? {};
  return isVersion(version) ? { version, packaging: value?.at('release').text ?? '' } : undefined;
}

/** Returns the properties with package and version of a bundle: exactly one in a valid bundle. */
export function packageProperties(bundle: Place): readonly Place[] {
  return bundle.at('properties').items.filter((property) => property.at('type').text === 'olm.package');
}
