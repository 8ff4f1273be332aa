import type { BundleContent } from '../../../content/index.ts';
import { bundleDefinitions, type Definition } from './bundle-definition.ts';
import { hasAllNames, type OwnedEntry, ownedEntries } from './owned-entry.ts';

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
