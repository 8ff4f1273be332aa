import type { GroupVersionKind } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';

/** A kind in one version that a ClusterServiceVersion owns or requires; absent text is empty. */
export interface OwnedEntry {
  readonly place: Place;
  /** The name of the definition: `memcacheds.cache.example.com`. */
  readonly name: string;
  readonly version: string;
  readonly kind: string;
  /** The part after the plural in the name. */
  readonly group: string;
}

/** Returns the entries of kinds that the ClusterServiceVersion owns, or requires from other packages; no null items. */
export function ownedEntries(bundle: BundleContent, which: 'owned' | 'required' = 'owned'): OwnedEntry[] {
  const list = bundle.clusterServiceVersion.at('spec', 'customresourcedefinitions', which);
  return list.items
    .filter(({ value }) => value !== null)
    .map((place) => {
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

/** Returns the owned kinds without a definition: an API server of the operator serves them. */
export function apiServerKinds({ clusterServiceVersion }: BundleContent): GroupVersionKind[] {
  return clusterServiceVersion.at('spec', 'apiservicedefinitions', 'owned').items.map((place) => ({
    group: place.at('group').text ?? '',
    version: place.at('version').text ?? '',
    kind: place.at('kind').text ?? '',
  }));
}

/** Returns true if an entry has all names; otherwise the rules about fields and names report it. */
export function hasAllNames({ name, kind, version }: OwnedEntry): boolean {
  return name !== '' && kind !== '' && version !== '';
}

/** Returns the title of a kind in one version: `Memcached v1alpha1`. */
export function ownedEntryTitle({ name, kind, version }: OwnedEntry): string {
  return `${kind || name || 'a kind without a name'} ${version}`.trim();
}
