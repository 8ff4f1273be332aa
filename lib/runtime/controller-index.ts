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
} from '../api/index.ts';
import { type Controller, claimKind } from '../constructs/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { byController, type IndexFunction } from './cache/index.ts';
import { formatReference, parsedResource, referencesOf } from './reconcile/index.ts';

/**
 * What the objects of a controller's caches are found by. `controller`: the uid of who controls them · `referrer`, of
 * resources: what they refer to · `series`, of volume claims: their names without the ordinal.
 */
export type ControllerIndex = 'controller' | 'referrer' | 'series';

/** The indexes of the cache of one kind. */
export function controllerIndexes(
  controller: Controller,
  kind: Kind,
  logger: Logger,
): Record<ControllerIndex, IndexFunction> {
  const refers = controller.references.length > 0 && isSameKind(kind, controller.kind);
  return {
    controller: byController,
    referrer: refers ? byReference(controller, logger) : unfound,
    series: controller.growsClaims && isSameKind(kind, claimKind) ? bySeries : unfound,
  };
}

/** The value of `referrer` under which those are found who refer to an object. */
export function referenceTo(object: StoredObject): string {
  const { group, version, kind } = groupVersionKind(object);
  return formatReference({ kind: { group, version, kind }, key: objectKey(object) });
}

/** The value of `series` for the claims whose names are that of `key` and an ordinal. */
export function claimSeries(key: ObjectKey): string {
  return formatObjectKey(key);
}

const unfound: IndexFunction = () => [];

/**
 * Finds resources by what they refer to. One whose spec doesn't fit the definition refers to nothing, and so does one for
 * which the author's `names` fail, which is logged.
 */
function byReference(controller: Controller, logger: Logger): IndexFunction {
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

const bySeries: IndexFunction = ({ metadata: { namespace, name } }) => {
  const series = seriesOf(name);
  return series === undefined ? [] : [claimSeries({ namespace, name: series })];
};

/** The name of a volume claim without its ordinal: `data-db-0` → `data-db`; undefined if it has none. */
export function seriesOf(name: string): string | undefined {
  return /^(.+)-\d+$/.exec(name)?.[1];
}
