import type { GroupVersionKind } from '../../../../api/index.ts';
import type { BundleContent, Place } from '../../../content/index.ts';
import { bundleDefinitions, type Definition } from './definition.ts';

/** An owned kind in one version, with its probable definition. */
export interface Ownership {
  readonly entry: OwnedEntry;
  /** The definition with that name, or else the probably meant one. */
  readonly definition: Definition | undefined;
  /** True if the entry's name is that of the definition, or the one that it must have. */
  readonly isNamed: boolean;
  /** True if the definition serves that kind and version. The rules about owned kinds report all other cases. */
  readonly isServed: boolean;
}

/** Returns the owned kinds, each with its definition. */
export function ownerships(bundle: BundleContent): Ownership[] {
  const definitions = bundleDefinitions(bundle);
  return ownedEntries(bundle).map((entry) => {
    const named =
      definitions.find(({ name }) => name === entry.name) ??
      definitions.find(({ plural, group }) => plural !== '' && `${plural}.${group}` === entry.name);
    const definition = named ?? definitions.find(({ kind }) => kind !== '' && kind === entry.kind);
    const served = named?.versions.some(({ name, isServed }) => isServed && name === entry.version) === true;
    const isServed = served && hasAllNames(entry) && named?.kind === entry.kind;
    return { entry, definition, isNamed: named !== undefined, isServed };
  });
}

/** Returns true if an invalid entry may stand for the kind, so that its ownership is unknown. */
export function isOwnershipUnclear(all: readonly Ownership[], group: string, kind: string): boolean {
  return all.some(({ entry, definition, isServed }) => {
    if (isServed) return false;
    if (definition?.group === group && definition.kind === kind) return true;
    return ['', kind].includes(entry.kind) && ['', group].includes(entry.group);
  });
}

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

/** Returns the kinds that the ClusterServiceVersion owns, or requires from other packages. */
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

/** Returns the kinds that an own API server of the operator serves. */
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
