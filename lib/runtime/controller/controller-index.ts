import { formatObjectKey, isSameKind, type Kind, type ObjectKey } from '../../api/index.ts';
import { type Controller, claimKind } from '../../constructs/index.ts';
import { byController, type IndexFunction } from '../cache/index.ts';

/**
 * The indexes in a controller's caches: children by the uid of their controller, resources by their references, volume
 * claims by their names without the ordinal, and all objects by the author's indexes.
 *
 * @param byReference - finds resources by their references.
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

/** The value of {@link bySeries} for the claims named `key` and an ordinal. */
export function claimSeries(key: ObjectKey): string {
  return formatObjectKey(key);
}

/** Indexes volume claims by their names without the ordinal. */
export const bySeries: IndexFunction = ({ metadata: { namespace, name } }) => {
  const series = seriesOf(name);
  return series === undefined ? [] : [claimSeries({ namespace, name: series })];
};

/** The name of a volume claim without its ordinal: `data-db-0` → `data-db`; undefined if it has none. */
export function seriesOf(name: string): string | undefined {
  return /^(.+)-\d+$/.exec(name)?.[1];
}
