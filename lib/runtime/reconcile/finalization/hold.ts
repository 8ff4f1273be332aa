// In: a resource whose StatefulSet is recreated around its pods. Out: the resource, held by a finalizer while the pods
// have no controller: if it were deleted then, nothing would ever delete the pods. Called by the reconcile before the
// StatefulSet is deleted, when it exists again, and when the resource is being deleted meanwhile.

import { isJsonObject, type Kind, type StoredObject } from '../../../api/index.ts';
import { isForbidden, isInvalid } from '../../../client/index.ts';
import { isStatefulSet } from '../../../constructs/index.ts';
import type { Child } from '../../../render/index.ts';
import { createChild } from '../applying/create-child.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { LiveObjects } from '../rendering/live.ts';
import { parsedResource, rendered } from '../rendering/rendered-resource.ts';
import { unlistedGrounds } from '../rendering/unseen-kind.ts';
import { isTerminal } from '../status/failure-cause.ts';
import { hasFinalizer, holdName, writeFinalizer } from './finalizer.ts';

/** Adds the hold to a resource that lacks it. Fails with a conflict if it has changed since it was read. */
export async function hold(run: ReconcileRun): Promise<void> {
  if (!isHeld(run)) await writeFinalizer(run, 'add', holdName(run.scope.controller.kind));
}

/**
 * Releases a resource as soon as all pods have a controller again, or another owner has the name of their StatefulSet.
 */
export async function releaseHold(
  children: readonly Child[],
  live: Pick<LiveObjects, 'own' | 'get'>,
  run: ReconcileRun,
): Promise<void> {
  if (!isHeld(run)) return;
  const isSafe = recreatedChildren(children, run).every((child) => {
    const present = live.get(child);
    return present !== undefined && (live.own(child) === undefined || hasAdopted(present));
  });
  if (isSafe) await release(run);
}

/**
 * Creates the missing StatefulSets around the pods of a held resource that is being deleted, so that the pods are
 * deleted with it.
 *
 * The resource is released at once if the spec renders nothing, or if the server refuses new objects, as in a namespace
 * that is being deleted. Nothing is created or released while a kind that the render depends on isn't listed.
 *
 * @returns true when the resource has been released, or isn't held.
 */
export async function resume(run: ReconcileRun): Promise<boolean> {
  const { resource, scope } = run;
  if (!isHeld(run)) return true;
  // The garbage collector deletes the existing children before it removes this finalizer, so it goes first.
  if (hasFinalizer(resource, 'foregroundDeletion')) return false;
  // The client that deletes the resource wants its children to stay.
  if (hasFinalizer(resource, 'orphan')) {
    await release(run);
    return true;
  }
  try {
    const parsed = parsedResource(scope.controller.kind, resource);
    // Rendered without objects that are only unseen, it might seem to have no pods.
    if (unlistedGrounds(scope.controller, parsed, scope.cache).length > 0) return false;
    const { children, live } = rendered(parsed, run);
    for (const child of recreatedChildren(children, run))
      if (live.get(child) === undefined) await createChild(child, live, run);
    await releaseHold(children, live, run);
  } catch (error) {
    if (!isTerminal(error) && !isForbidden(error) && !isInvalid(error)) throw error;
    await release(run);
  }
  return !isHeld(run);
}

/** Returns true if a child is to be recreated around its pods, which have no controller until then. */
export function isHeldFor({ kind }: Child, run: ReconcileRun): boolean {
  return isHeld(run) && isMadeAround(kind, run);
}

function isHeld({ resource, scope }: ReconcileRun): boolean {
  return hasFinalizer(resource, holdName(scope.controller.kind));
}

async function release(run: ReconcileRun): Promise<void> {
  await writeFinalizer(run, 'remove', holdName(run.scope.controller.kind));
}

/** The children that are recreated around their pods. */
function recreatedChildren(children: readonly Child[], run: ReconcileRun): Child[] {
  return children.filter(({ kind }) => isMadeAround(kind, run));
}

function isMadeAround(kind: Kind, { scope }: ReconcileRun): boolean {
  return isStatefulSet(kind) && scope.controller.policy(kind).whenImmutable === 'orphan-and-recreate';
}

/**
 * Returns true if the controller of StatefulSets has observed a StatefulSet: it adopts pods before it sets the status.
 */
function hasAdopted({ metadata: { deletionTimestamp, generation = 0 }, status }: StoredObject): boolean {
  const { observedGeneration } = isJsonObject(status) ? status : {};
  return deletionTimestamp === undefined && typeof observedGeneration === 'number' && observedGeneration >= generation;
}
