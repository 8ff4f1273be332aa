import { isVersion } from '../../../constructs/index.ts';
import { memoized, type Place } from '../../content/index.ts';
import { VersionRange } from '../../notation/version-range.ts';
import type { CatalogContent } from './catalog-content.ts';

/** A channel of a catalog, with the required fields of its bundles. */
export interface OfferedChannel {
  readonly place: Place;
  readonly packageName: string;
  /** The bundles of the package. */
  readonly bundles: OfferedBundles;
  /** The entries with names, in their order. */
  readonly entries: readonly OfferedEntry[];
  readonly graph: ChannelGraph;
}

/** An entry of a channel, with the fields that define updates. */
export interface OfferedEntry {
  readonly place: Place;
  readonly name: string;
  /** The version; undefined if the catalog doesn't give it. */
  readonly version: string | undefined;
  readonly replaces: string | undefined;
  readonly skips: readonly string[];
  readonly skipRange: string | undefined;
}

/** The bundles of a package. */
export interface OfferedBundles {
  /** The places of their names. */
  readonly places: readonly Place[];
  /** Name → version; undefined if the catalog doesn't give it. */
  readonly versions: ReadonlyMap<string | undefined, string | undefined>;
}

/** Returns the channels of all packages of a catalog. */
export const offeredChannels = memoized((catalog: CatalogContent): readonly OfferedChannel[] => {
  const channelsOf = Map.groupBy(catalog.channels(), (place) => place.at('package').text ?? '');
  const found = [...channelsOf].flatMap(([packageName, channels]) => {
    const bundles = offeredBundles(catalog.bundles(packageName));
    return channels.map((place): [Place, OfferedChannel] => {
      const entries = place.at('entries').items.flatMap((entry) => offeredChannelEntry(entry, bundles.versions));
      return [place, { place, packageName, bundles, entries, graph: new ChannelGraph(entries) }];
    });
  });
  const offered = new Map(found);
  return catalog.channels().flatMap((place) => offered.get(place) ?? []);
});

function offeredBundles(bundles: readonly Place[]): OfferedBundles {
  const places = bundles.map((bundle) => bundle.at('name'));
  const versions = new Map(bundles.map((bundle) => [bundle.at('name').text, offeredVersion(bundle)?.version]));
  return { places, versions };
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
  const value = propertiesOfType(bundle, 'olm.package')[0]?.at('value');
  const { text: version = '' } = value?.at('version') ?? {};
  return isVersion(version) ? { version, packaging: value?.at('release').text ?? '' } : undefined;
}

/** Returns the properties of one type of a bundle. */
export function propertiesOfType(bundle: Place, type: string): readonly Place[] {
  return bundle.at('properties').items.filter((property) => property.at('type').text === type);
}

/**
 * The update graph of a channel: from which release to which.
 *
 * Its newest release (the head) is the one that no other replaces or skips. Its chain follows `replaces` from there.
 *
 * @see https://olm.operatorframework.io/docs/concepts/olm-architecture/operator-catalog/creating-an-update-graph/
 */
class ChannelGraph {
  /** The releases that no other replaces or skips: exactly one in a valid channel. */
  readonly heads: readonly string[];
  /** The cycles of `replaces`, each with its first name repeated at the end. No two have a release in common. */
  readonly cycles: readonly (readonly string[])[];
  /** True if `replaces` leads from the only head to the end or to a skipped release, and not into a cycle. */
  readonly hasChain: boolean;
  readonly #entries: ReadonlyMap<string, OfferedEntry>;
  readonly #skipped: ReadonlySet<string>;

  constructor(entries: readonly OfferedEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#skipped = new Set(entries.flatMap(({ skips }) => skips));
    const names = [...this.#entries.keys()];
    const replaced = new Set([...this.#entries.values()].flatMap(({ replaces, skips }) => [replaces, ...skips]));
    this.heads = names.filter((name) => !replaced.has(name));
    const seen = new Set<string>();
    this.cycles = [...this.heads, ...names].flatMap((start) => this.#cyclesFrom(start, seen));
    const [head] = this.heads;
    this.hasChain = head !== undefined && this.heads.length === 1 && this.#cyclesFrom(head, new Set()).length === 0;
  }

  /** The releases that `replaces` leads to from the only head. It ends before the first skipped release. */
  get chain(): ReadonlySet<string> {
    const chain = new Set<string>();
    let [current] = this.heads;
    while (current !== undefined && this.#entries.has(current) && !chain.has(current) && !this.#skipped.has(current)) {
      chain.add(current);
      current = this.#entries.get(current)?.replaces;
    }
    return chain;
  }

  /** The releases that are neither in the chain nor skipped: opm rejects a catalog with one. */
  get stranded(): ReadonlySet<string> {
    const { chain } = this;
    return new Set([...this.#entries.keys()].filter((name) => !chain.has(name) && !this.#skipped.has(name)));
  }

  /** The skipped releases without an update into the chain: a cluster stays on such a release. */
  get stuck(): ReadonlySet<string> {
    const chain = [...this.chain].flatMap((name) => this.#entries.get(name) ?? []);
    const updated = new Set(chain.flatMap(({ replaces, skips }) => [replaces, ...skips]));
    const ranges = [...new Set(chain.map(({ skipRange }) => skipRange ?? ''))].map((text) => VersionRange.parse(text));
    const left = [...this.#entries.values()].filter(({ name }) => this.#skipped.has(name) && !updated.has(name));
    const isInRange = (version: string) => ranges.some((range) => range?.includes(version));
    return new Set(left.filter(({ version }) => version === undefined || !isInRange(version)).map(({ name }) => name));
  }

  /**
   * Returns the cycle that `replaces` leads into. Returns none if it ends or reaches a name in `seen`; adds its names
   * to `seen`.
   */
  #cyclesFrom(start: string, seen: Set<string>): readonly (readonly string[])[] {
    const path: string[] = [];
    let current: string | undefined = start;
    for (; current !== undefined && !seen.has(current); current = this.#entries.get(current)?.replaces) {
      seen.add(current);
      path.push(current);
    }
    if (current === undefined || !path.includes(current)) return [];
    return [[...path.slice(path.indexOf(current)), current]];
  }
}
