// In: the children as rendered, and the cached objects that the resource controls. Out: the surplus deleted, as far as
// the definition's deletion limits allow it at once. Called by the reconcile, after all rendered children have been
// applied.

import { conditionsOf, formatObjectAddress, type Kind, objectKey, type StoredObject } from '../../../api/index.ts';
import { isNotFound, isReplaced } from '../../../client/index.ts';
import { deletesDropped, deletesItsClaims } from '../../../constructs/index.ts';
import type { Child } from '../../../render/index.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { FailureCause } from '../status/failure-cause.ts';
import { completedGeneration } from '../status/standard-conditions.ts';

/** The outcome for the children that are no longer rendered. */
export interface PruneOutcome {
  /** Such as `ConfigMap: deleted`. */
  readonly places: readonly string[];
  /** The waiting times of children whose turn hasn't come. */
  readonly waitsMs: readonly number[];
  /** The reason why none of them is deleted; undefined if they may be. */
  readonly failureCause?: FailureCause | undefined;
}

/** A child of the resource that is no longer rendered. */
interface Surplus {
  readonly kind: Kind;
  readonly object: StoredObject;
}

/**
 * Deletes the objects that the resource controls and that are no longer rendered.
 *
 * Objects of kinds whose policy is to keep them stay, and those of protected kinds unless the policy is to delete data.
 * So do an object that has replaced the observed one of its name, and one that is rendered in another version of its
 * kind. Nothing is deleted while the deletion of a StatefulSet among them would delete volume claims against its policy.
 *
 * @throws StaleResourceError if an object is to be deleted now and the resource has changed since it was rendered.
 * @throws what the client throws; a conflict if an object has changed since it was read.
 */
export async function pruneChildren(children: readonly Child[], run: ReconcileRun): Promise<PruneOutcome> {
  const { freshness, resource, scope, turns } = run;
  const { cache, controller } = scope;
  const rendered = new Set(children.map(formatObjectAddress));
  const all = controller.prunes.flatMap((kind) =>
    cache
      .ownedBy(kind, resource.metadata.uid)
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map((object) => ({ kind, object })),
  );
  const surplus = all.filter(
    ({ kind, object }) =>
      !rendered.has(formatObjectAddress({ kind, key: objectKey(object) })) &&
      deletesDropped(kind, controller.policy(kind)),
  );
  const failureCause = deletionLimitCause(surplus, { all, isNothingRendered: children.length === 0 }, run);
  if (failureCause !== undefined) return { places: [], waitsMs: [], failureCause };
  const places: string[] = [];
  const waitsMs: number[] = [];
  for (const { kind, object } of surplus) {
    const waitMs = turns.waitMs(object.metadata.uid);
    if (waitMs > 0) {
      waitsMs.push(waitMs);
      continue;
    }
    await freshness.confirm();
    await pruneChild(kind, object, run);
    places.push(`${kind.kind}: deleted`);
  }
  return { places, waitsMs };
}

/** Returns why none of the surplus may be deleted; undefined if it may. */
function deletionLimitCause(
  surplus: readonly Surplus[],
  { all, isNothingRendered }: { readonly all: readonly Surplus[]; readonly isNothingRendered: boolean },
  { resource, scope }: ReconcileRun,
): FailureCause | undefined {
  if (surplus.length === 0) return undefined;
  const { prunedShare, whenNothingRendered } = scope.controller.deletionLimits;
  const titles = surplusTitles(surplus);
  if (isNothingRendered && whenNothingRendered === 'hold' && isUnexplainedPrune(resource)) {
    const remedy =
      "change the spec if that is meant, delete them by hand, or set whenNothingRendered: 'prune' in `deletionLimits`";
    return {
      reason: 'PruneHeld',
      message: `nothing is rendered any more though the spec is the same, so nothing is deleted of ${titles}: ${remedy}`,
    };
  }
  if (surplus.length / all.length > prunedShare) {
    const remedy = 'render more of them, delete some by hand, or allow a larger prunedShare in `deletionLimits`';
    return {
      reason: 'PruneHeld',
      message: `${surplus.length} of ${all.length} children are no longer rendered, more than may be deleted at once: ${titles}; ${remedy}`,
    };
  }
  const withClaims = surplus.filter(
    ({ kind, object }) => deletesItsClaims(kind, object) && scope.controller.policy(kind).whenDropped !== 'delete-data',
  );
  if (withClaims.length === 0) return undefined;
  const remedy =
    "set its persistentVolumeClaimRetentionPolicy.whenDeleted to Retain, delete it by hand, or set whenDropped: 'delete-data' for its kind";
  return {
    reason: 'PruneHeld',
    message: `nothing is deleted of ${titles}, since the deletion of ${surplusTitles(withClaims)} would delete the volume claims of its pods: ${remedy}`,
  };
}

function surplusTitles(surplus: readonly Surplus[]): string {
  return surplus.map(({ kind, object }) => `${kind.kind} ${object.metadata.name}`).join(', ');
}

/**
 * Returns true if the children were made equal to the present spec of the resource before, and their surplus deleted.
 */
function isUnexplainedPrune({ metadata, status }: StoredObject): boolean {
  return completedGeneration(conditionsOf(status)) === metadata.generation;
}

async function pruneChild(kind: Kind, object: StoredObject, run: ReconcileRun): Promise<void> {
  const { client, resource, scope, signal } = run;
  // Another actor may have removed its owner reference since it was read.
  const { uid, resourceVersion } = object.metadata;
  try {
    await client.delete(kind, objectKey(object), { uid, resourceVersion, propagationPolicy: 'Background', signal });
    scope.journal.childPruned(resource, object);
  } catch (error) {
    // The goal was its absence.
    if (!isNotFound(error) && !isReplaced(error)) throw error;
  }
}
