// In: a resource, around whose pods a StatefulSet is made anew. Out: the resource, held by a finalizer for as long as the
// pods belong to nobody: were it gone by then, nobody would ever delete them. Called by the pass, before the StatefulSet
// is deleted, when it is there again, and when the resource is being deleted meanwhile.

import { isJsonObject, type Kind, objectKey, type StoredObject } from '../../api/index.ts';
import { isForbidden, isInvalid } from '../../client/index.ts';
import { type Controller, isStatefulSet } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import { createChild } from './create-child.ts';
import { isTerminal } from './failure-cause.ts';
import { hasFinalizer, holdName, writeFinalizer } from './finalizer.ts';
import { LiveObjects } from './live.ts';
import { parsedResource } from './parsed-resource.ts';
import type { ReconcileRun } from './reconcile-run.ts';
import { rendered } from './rendering.ts';
import { unlistedGrounds } from './unlisted-kind.ts';

/** Holds a resource; what is held already stays so. Fails with a conflict if it has changed since it was read. */
export async function hold(resource: StoredObject, run: ReconcileRun): Promise<StoredObject> {
  return isHeld(resource, run) ? resource : await write(resource, 'add', run);
}

/** Lets a resource go as soon as all pods belong to somebody again, or the name of their StatefulSet to somebody else. */
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
 * Makes what is missing around the pods of a held resource that is being deleted, so that they go with it.
 *
 * Nothing is waited for where that can't be: the spec renders nothing, or the server lets nothing be made, as where the
 * whole namespace goes. Nothing is made or let go while nothing is known of a kind by which the resource is rendered.
 *
 * @returns the resource when it has been let go, or isn't held; undefined while it is.
 */
export async function takeUp(resource: StoredObject, run: ReconcileRun): Promise<StoredObject | undefined> {
  if (!isHeld(resource, run)) return resource;
  const { controller, cache, client, fieldManager, journal, signal } = run;
  // The garbage collector deletes the children that are there before it takes this finalizer off, so that its turn is first.
  if (hasFinalizer(resource, 'foregroundDeletion')) return undefined;
  // Whoever deletes the resource wants all that it has to stay.
  if (hasFinalizer(resource, 'orphan')) return await write(resource, 'remove', run);
  const live = new LiveObjects(cache, { owns: controller.owns, resource });
  try {
    const parsed = parsedResource(controller.kind, resource);
    // Rendered without what is only unseen, it might seem to have no pods.
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

/** Whether a child is to be created again around its pods, which belong to nobody until then. */
export function isHeldFor({ kind }: Child, resource: StoredObject, run: ReconcileRun): boolean {
  return isHeld(resource, run) && isMadeAround(kind, run.controller);
}

/** The children that are made anew around their pods. */
function around(children: readonly Child[], controller: Controller): Child[] {
  return children.filter(({ kind }) => isMadeAround(kind, controller));
}

function isMadeAround(kind: Kind, controller: Controller): boolean {
  return isStatefulSet(kind) && controller.policy(kind).whenImmutable === 'orphan-and-recreate';
}

/** Whether a StatefulSet has been seen by its controller, which adopts pods before it says so. */
function hasAdopted({ metadata: { deletionTimestamp, generation = 0 }, status }: StoredObject): boolean {
  const { observedGeneration } = isJsonObject(status) ? status : {};
  return deletionTimestamp === undefined && typeof observedGeneration === 'number' && observedGeneration >= generation;
}
