import type { BundleContent, Place } from '../../content/index.ts';

/** What a ClusterServiceVersion says of a kind in one version, that it owns or requires; text that isn't there is empty. */
export interface OwnedEntry {
  readonly place: Place;
  /** The name of the definition: `memcacheds.cache.example.com`. */
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  /** What follows the plural in the name. */
  readonly group: string;
}

/** The kinds that the ClusterServiceVersion owns, or requires of others. */
export function ownedEntries(bundle: BundleContent, which: 'owned' | 'required' = 'owned'): OwnedEntry[] {
  const list = bundle.clusterServiceVersion.at('spec', 'customresourcedefinitions', which);
  return list.items.map((place) => {
    const name = place.at('name').text ?? '';
    return {
      place,
      name,
      version: place.at('version').text ?? '',
      kind: place.at('kind').text ?? '',
      group: name.includes('.') ? name.slice(name.indexOf('.') + 1) : '',
    };
  });
}

/** Whether an entry says in full what it is of; where it doesn't, the rules about fields and names tell. */
export function isWhole({ name, kind, version }: OwnedEntry): boolean {
  return name !== '' && kind !== '' && version !== '';
}

/** A kind in one version for people: `Memcached v1alpha1`. */
export function entryTitle({ name, kind, version }: OwnedEntry): string {
  return `${kind || name || 'a kind without a name'} ${version}`.trim();
}
