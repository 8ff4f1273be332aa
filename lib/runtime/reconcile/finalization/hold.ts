// In: a resource whose StatefulSet is recreated around its pods. Out: the resource, held by a finalizer while the pods
// have no controller: if it were deleted then, nothing would ever delete the pods. Called by the reconcile before the
// StatefulSet is deleted, when it exists again, and when the resource is being deleted meanwhile.

import { isJsonObject, type Kind, objectKey, type StoredObject } from '../../../api/index.ts';
import { isForbidden, isInvalid } from '../../../client/index.ts';
import { type Controller, isStatefulSet } from '../../../constructs/index.ts';
import type { Child } from '../../../render/index.ts';
import { createChild } from '../applying/create-child.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { LiveObjects } from '../rendering/live.ts';
import { parsedResource } from '../rendering/parsed-resource.ts';
import { rendered } from '../rendering/rendered-resource.ts';
import { unlistedGrounds } from '../rendering/unseen-kind.ts';
import { isTerminal } from '../status/failure-cause.ts';
import { hasFinalizer, holdName, writeFinalizer } from './finalizer.ts';

/** Adds the hold to a resource that lacks it. Fails with a conflict if it has changed since it was read. */
export async function hold(resource: StoredObject, run: ReconcileRun): Promise<StoredObject> {
  return isHeld(resource, run) ? resource : await write(resource, 'add', run);
}

/**
 * Releases a resource as soon as all pods have a controller again, or another owner has the name of their StatefulSet.
 */
export async function releaseHold(
  resource: StoredObject,
  children: readonly Child[],
  live: Pick<LiveObjects, 'own' | 'get'>,
  run: ReconcileRun,
): Promise<StoredObject> {
  if (!isHeld(resource, run)) return resource;
  const isSafe = around(children, run.controller).every((child) => {
    const present = live.get(child);
    return present !== undefined && (live.own(child) === undefined || hasAdopted(present));
  });
  return isSafe ? await write(resource, 'remove', run) : resource;
}

/**
 * Creates the missing StatefulSets around the pods of a held resource that is being deleted, so that the pods are
 * deleted with it.
 *
 * The resource is released at once if the spec renders nothing, or if the server refuses new objects, as in a namespace
 * that is being deleted. Nothing is created or released while a kind that the render depends on isn't listed.
 *
 * @returns the resource when it has been released, or isn't held; undefined while it is held.
 */
export async function resume(resource: StoredObject, run: ReconcileRun): Promise<StoredObject | undefined> {
  if (!isHeld(resource, run)) return resource;
  const { controller, cache, client, fieldManager, journal, signal } = run;
  // The garbage collector deletes the existing children before it removes this finalizer, so it goes first.
  if (hasFinalizer(resource, 'foregroundDeletion')) return undefined;
  // The client that deletes the resource wants its children to stay.
  if (hasFinalizer(resource, 'orphan')) return await write(resource, 'remove', run);
  const live = new LiveObjects(cache, { owns: controller.owns, resource });
  try {
    const parsed = parsedResource(controller.kind, resource);
    // Rendered without objects that are only unseen, it might seem to have no pods.
    if (unlistedGrounds(controller, parsed, cache).length > 0) return undefined;
    const { children } = rendered(parsed, run);
    for (const child of around(children, controller)) {
      if (live.get(child) !== undefined) continue;
      const answer = await createChild(child, { client, fieldManager, live, signal });
      if (answer !== undefined) journal.written(objectKey(resource), answer);
    }
    const released = await releaseHold(resource, children, live, run);
    return isHeld(released, run) ? undefined : released;
  } catch (error) {
    if (isTerminal(error) || isForbidden(error) || isInvalid(error)) return await write(resource, 'remove', run);
    throw error;
  }
}

function isHeld(resource: StoredObject, { controller }: ReconcileRun): boolean {
  return hasFinalizer(resource, holdName(controller.kind));
}

async function write(
  resource: StoredObject,
  change: 'add' | 'remove',
  { controller: { kind }, client, journal, signal }: ReconcileRun,
): Promise<StoredObject> {
  const answer = await writeFinalizer(resource, change, { client, kind, finalizer: holdName(kind), signal });
  journal.written(objectKey(answer), answer);
  return answer;
}

/** Returns true if a child is to be recreated around its pods, which have no controller until then. */
export function isHeldFor({ kind }: Child, resource: StoredObject, run: ReconcileRun): boolean {
  return isHeld(resource, run) && isMadeAround(kind, run.controller);
}

/** The children that are recreated around their pods. */
function around(children: readonly Child[], controller: Controller): Child[] {
  return children.filter(({ kind }) => isMadeAround(kind, controller));
}

function isMadeAround(kind: Kind, controller: Controller): boolean {
  return isStatefulSet(kind) && controller.policy(kind).whenImmutable === 'orphan-and-recreate';
}

/**
 * Returns true if the controller of StatefulSets has observed a StatefulSet: it adopts pods before it sets the status.
 */
function hasAdopted({ metadata: { deletionTimestamp, generation = 0 }, status }: StoredObject): boolean {
  const { observedGeneration } = isJsonObject(status) ? status : {};
  return deletionTimestamp === undefined && typeof observedGeneration === 'number' && observedGeneration >= generation;
}
