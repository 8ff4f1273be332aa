import { formatObjectKey, isSameKind, type Kind, type ObjectKey } from '../../api/index.ts';
import { type Controller, claimKind } from '../../constructs/index.ts';
import { byController, type IndexFunction } from '../cache/index.ts';

/**
 * What the objects of a kind are found by in the caches of a controller: children by the uid of who controls them,
 * resources by what they refer to, volume claims by their names without the ordinal, and all by what the author says.
 *
 * @param byReference - finds resources by what they refer to.
 */
export function controllerIndexes(
  { kind, prunes, references, growsClaims, indexes }: Controller,
  followed: Kind,
  byReference: IndexFunction,
): IndexFunction[] {
  return [
    ...(prunes.some((owned) => isSameKind(owned, followed)) ? [byController] : []),
    ...(references.length > 0 && isSameKind(kind, followed) ? [byReference] : []),
    ...(growsClaims && isSameKind(claimKind, followed) ? [bySeries] : []),
    ...indexes.filter((indexed) => isSameKind(indexed.kind, followed)).map(({ index }) => index.valuesOf),
  ];
}

/** The value of {@link bySeries} for the claims whose names are that of `key` and an ordinal. */
export function claimSeries(key: ObjectKey): string {
  return formatObjectKey(key);
}

/** Finds volume claims by their names without the ordinal. */
export const bySeries: IndexFunction = ({ metadata: { namespace, name } }) => {
  const series = seriesOf(name);
  return series === undefined ? [] : [claimSeries({ namespace, name: series })];
};

/** The name of a volume claim without its ordinal: `data-db-0` → `data-db`; undefined if it has none. */
export function seriesOf(name: string): string | undefined {
  return /^(.+)-\d+$/.exec(name)?.[1];
}
