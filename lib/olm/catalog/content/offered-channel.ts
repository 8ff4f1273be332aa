import { isVersion } from '../../../constructs/index.ts';
import type { Place } from '../../content/index.ts';
import { VersionRange } from '../../notation/version-range.ts';
import type { CatalogContent } from './catalog-content.ts';

/** A channel of a catalog, with the required fields of its bundles. */
export interface OfferedChannel {
  readonly place: Place;
  readonly packageName: string;
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
  readonly #entries: ReadonlyMap<string, OfferedEntry>;
  readonly #skipped: ReadonlySet<string>;

  constructor(entries: readonly OfferedEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name, entry]));
    this.#skipped = new Set(entries.flatMap(({ skips }) => skips));
  }

  /** The releases that no other replaces or skips: exactly one in a valid channel. */
  get heads(): readonly string[] {
    const replaced = new Set([...this.#entries.values()].flatMap(({ replaces, skips }) => [replaces, ...skips]));
    return [...this.#entries.keys()].filter((name) => !replaced.has(name));
  }

  /** The cycles of `replaces`, each with its first name repeated at the end. */
  get cycles(): readonly (readonly string[])[] {
    const seen = new Set<string>();
    return [...this.heads, ...this.#entries.keys()].flatMap((start) => this.#cyclesFrom(start, seen));
  }

  /** True if `replaces` leads from the only head to the end or to a skipped release, and not into a cycle. */
  get hasChain(): boolean {
    const [head] = this.heads;
    return head !== undefined && this.heads.length === 1 && this.#cyclesFrom(head, new Set()).length === 0;
  }

  /** The releases that `replaces` leads to from the only head. It ends before the first skipped release. */
  get chain(): readonly string[] {
    const [head] = this.heads;
    const chain: string[] = [];
    for (let current = head; current !== undefined && this.#entries.has(current); ) {
      if (chain.includes(current) || this.#skipped.has(current)) break;
      chain.push(current);
      current = this.#entries.get(current)?.replaces;
    }
    return chain;
  }

  /** The releases that are neither in the chain nor skipped: opm rejects a catalog with one. */
  get stranded(): readonly string[] {
    const chain = this.chain;
    return [...this.#entries.keys()].filter((name) => !chain.includes(name) && !this.#skipped.has(name));
  }

  /** The skipped releases without an update into the chain: a cluster stays on such a release. */
  get stuck(): readonly string[] {
    const chain = this.chain.flatMap((name) => this.#entries.get(name) ?? []);
    return [...this.#entries.values()]
      .filter(({ name }) => this.#skipped.has(name))
      .filter((entry) => !chain.some((newer) => isUpdate(entry, newer)))
      .map(({ name }) => name);
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

function isUpdate(from: OfferedEntry, to: OfferedEntry): boolean {
  if (to.replaces === from.name || to.skips.includes(from.name)) return true;
  return from.version !== undefined && VersionRange.parse(to.skipRange ?? '')?.includes(from.version) === true;
}
