// In: a resource whose StatefulSet is recreated around its pods. Out: the resource, kept by a finalizer while the pods
// have no controller: if it were deleted then, nothing would ever delete the pods. Called by the reconcile before the
// StatefulSet is deleted, when it exists again, and when the resource is being deleted meanwhile.

import type { Kind, StoredObject } from '../../../api/index.ts';
import { isForbidden, isInvalid } from '../../../client/index.ts';
import { isStatefulSet } from '../../../constructs/index.ts';
import type { Child } from '../../../render/index.ts';
import { fieldsIn } from '../../../schema/index.ts';
import { createChild } from '../applying/create-child.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { parsedResource } from '../rendering/parsed-resource.ts';
import { type RenderedResource, renderedResource } from '../rendering/rendered-resource.ts';
import { isTerminalFailure } from '../status/failure.ts';
import type { FailureCause } from '../status/failure-cause.ts';
import { failedConditions } from '../status/standard-conditions.ts';
import { unlistedDependencies, unlistedKindsCause } from '../status/unavailable-kind.ts';
import { hasFinalizer, replacementFinalizerName } from './finalizer.ts';

/** Adds the finalizer to a resource that lacks it. Fails with a conflict if it has changed since it was read. */
export async function addReplacementFinalizer(run: ReconcileRun): Promise<void> {
  if (!hasReplacementFinalizer(run))
    await run.writeFinalizer('add', replacementFinalizerName(run.scope.controller.kind));
}

/** Removes the finalizer if all pods have a controller again, or another owner has the name of their StatefulSet. */
export async function removeReplacementFinalizerWhenSafe(children: readonly Child[], run: ReconcileRun): Promise<void> {
  if (!hasReplacementFinalizer(run)) return;
  const { live } = run;
  const isSafe = recreatedChildren(children, run).every((child) => {
    const present = live.get(child);
    return present !== undefined && (live.ownedObject(child) === undefined || hasAdoptedPods(present));
  });
  if (isSafe) await removeReplacementFinalizer(run);
}

/**
 * Removes the replacement finalizer of a resource that is being deleted, after creating the missing StatefulSets around
 * its pods, so that the pods are deleted with it.
 *
 * The finalizer is removed at once if the spec renders nothing, or if the server refuses new objects, as in a namespace
 * that is being deleted. Nothing is created or removed while a kind that the render depends on isn't listed, which
 * the conditions report.
 *
 * @returns true if the resource doesn't have the finalizer any more.
 */
export async function recreateMissingStatefulSets(run: ReconcileRun): Promise<boolean> {
  const { resource, scope } = run;
  if (!hasReplacementFinalizer(run)) return true;
  // The garbage collector deletes the existing children before it removes this finalizer, so it goes first.
  if (hasFinalizer(resource, 'foregroundDeletion')) return false;
  // The client that deletes the resource wants its children to stay.
  if (hasFinalizer(resource, 'orphan')) {
    await removeReplacementFinalizer(run);
    return true;
  }
  let unknown: FailureCause | undefined;
  try {
    const parsed = parsedResource(scope.controller.kind, resource);
    // Rendered without objects that exist and aren't listed, it might seem to have no pods.
    unknown = unlistedKindsCause(unlistedDependencies(scope.controller, parsed, scope.cache));
    if (unknown === undefined) await recreateStatefulSets(renderedResource(parsed, run), run);
  } catch (error) {
    if (!isTerminalFailure(error) && !isForbidden(error) && !isInvalid(error)) throw error;
    await removeReplacementFinalizer(run);
  }
  if (unknown !== undefined) {
    await scope.statuses.write(resource, { standard: failedConditions(unknown) }, run.signal);
  }
  return !hasReplacementFinalizer(run);
}

async function recreateStatefulSets({ children }: RenderedResource, run: ReconcileRun): Promise<void> {
  for (const child of recreatedChildren(children, run))
    if (run.live.get(child) === undefined) await createChild(child, run);
  await removeReplacementFinalizerWhenSafe(children, run);
}

/** Returns true if a child is to be recreated around its pods, which have no controller until then. */
export function isBeingReplaced({ kind }: Child, run: ReconcileRun): boolean {
  return hasReplacementFinalizer(run) && isRecreatedAroundPods(kind, run);
}

function hasReplacementFinalizer({ resource, scope }: ReconcileRun): boolean {
  return hasFinalizer(resource, replacementFinalizerName(scope.controller.kind));
}

async function removeReplacementFinalizer(run: ReconcileRun): Promise<void> {
  await run.writeFinalizer('remove', replacementFinalizerName(run.scope.controller.kind));
}

/** The children that are recreated around their pods. */
function recreatedChildren(children: readonly Child[], run: ReconcileRun): Child[] {
  return children.filter(({ kind }) => isRecreatedAroundPods(kind, run));
}

/** Returns true if children of a kind are deleted without their pods, which keep running, and recreated. */
export function isRecreatedAroundPods(kind: Kind, { scope }: ReconcileRun): boolean {
  return isStatefulSet(kind) && scope.controller.policy(kind).whenImmutable === 'orphan-and-recreate';
}

/**
 * Returns true if the controller of StatefulSets has observed a StatefulSet: it adopts pods before it sets the status.
 */
function hasAdoptedPods({ metadata: { deletionTimestamp, generation = 0 }, status }: StoredObject): boolean {
  const { observedGeneration } = fieldsIn(status);
  return deletionTimestamp === undefined && typeof observedGeneration === 'number' && observedGeneration >= generation;
}
