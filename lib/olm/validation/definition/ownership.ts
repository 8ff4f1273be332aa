import type { BundleContent } from '../../content/index.ts';
import { type Definition, definitionsOf } from './definition.ts';
import { isWhole, type OwnedEntry, ownedEntries } from './owned-entry.ts';

/** An owned kind in one version, and what it seems to be of. */
export interface Ownership {
  readonly entry: OwnedEntry;
  /** The definition of the bundle that it names, or seems to mean where it names none. */
  readonly definition: Definition | undefined;
  /** Whether the entry's name is that of the definition, or what that has to be. */
  readonly isNamed: boolean;
  /** Whether the definition serves that very kind and version. Of all else the rules about owned kinds tell. */
  readonly isSound: boolean;
}

/** The owned kinds, each with its definition. */
export function ownerships(bundle: BundleContent): Ownership[] {
  const definitions = definitionsOf(bundle);
  return ownedEntries(bundle).map((entry) => {
    const named = definitions.find((each) => each.name === entry.name) ?? definitions.find((each) => owes(each, entry));
    const definition = named ?? definitions.find(({ kind }) => kind !== '' && kind === entry.kind);
    const served = named?.versions.some(({ name, isServed }) => isServed && name === entry.version) === true;
    const isSound = served && isWhole(entry) && named?.kind === entry.kind;
    return { entry, definition, isNamed: named !== undefined, isSound };
  });
}

/** Whether something is of a kind that an entry which isn't sound may stand for: nobody knows whether it is owned. */
export function isOwnedInDoubt(all: readonly Ownership[], group: string, kind: string): boolean {
  return all.some(({ entry, definition, isSound }) => {
    if (isSound) return false;
    if (definition?.group === group && definition.kind === kind) return true;
    return ['', kind].includes(entry.kind) && ['', group].includes(entry.group);
  });
}

function owes({ plural, group }: Definition, { name }: OwnedEntry): boolean {
  return plural !== '' && `${plural}.${group}` === name;
}
