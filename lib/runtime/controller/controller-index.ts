import {
  formatObjectKey,
  groupVersionKind,
  isSameKind,
  type Kind,
  type ObjectKey,
  objectKey,
  type ResourceDefinition,
  type StoredObject,
  TerminalError,
} from '../../api/index.ts';
import { type Controller, claimKind } from '../../constructs/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { byController, type IndexFunction } from '../cache/index.ts';
import { formatReference, parsedResource, referencesOf } from '../reconcile/index.ts';

/**
 * What the objects of a kind are found by in the caches of a controller: children by the uid of who controls them,
 * resources by what they refer to, volume claims by their names without the ordinal, and all by what the author says.
 *
 * @param byReference - the {@link byReference} of the controller.
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

/** The value of {@link byReference} under which those are found who refer to an object. */
export function referenceTo(object: StoredObject): string {
  const { group, version, kind } = groupVersionKind(object);
  return formatReference({ kind: { group, version, kind }, key: objectKey(object) });
}

/** The value of {@link bySeries} for the claims whose names are that of `key` and an ordinal. */
export function claimSeries(key: ObjectKey): string {
  return formatObjectKey(key);
}

/**
 * Finds resources by what they refer to. One whose spec doesn't fit the definition refers to nothing, and so does one for
 * which the author's `names` fail, which is logged.
 */
export function byReference(controller: Controller, logger: Logger): IndexFunction {
  // An index asks again when the object goes, and parsing is dear.
  const known = new WeakMap<StoredObject, readonly string[]>();
  return (stored) => {
    const values = known.get(stored) ?? references(stored);
    known.set(stored, values);
    return values;
  };

  function references(stored: StoredObject): readonly string[] {
    const resource = parseable(controller.kind, stored);
    if (resource === undefined) return [];
    try {
      return [...new Set(referencesOf(controller, resource).map(formatReference))];
    } catch (error) {
      logger.error('the names of a reference have failed', { resource: formatObjectKey(objectKey(stored)), error });
      return [];
    }
  }
}

/** The resource if its spec fits the definition. Its pass says what doesn't. */
function parseable(
  definition: ResourceDefinition,
  stored: StoredObject,
): ReturnType<typeof parsedResource> | undefined {
  try {
    return parsedResource(definition, stored);
  } catch (error) {
    if (TerminalError.is(error)) return undefined;
    throw error;
  }
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
