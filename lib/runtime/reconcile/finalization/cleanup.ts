// In: a resource that is being deleted. Out: its objects outside the cluster cleaned up and our finalizer removed, or
// an Action for the next call. Called by the reconcile. The garbage collector deletes the children that `cleanup`
// leaves.

import {
  type Action,
  formatObjectKey,
  objectKey,
  objectTitle,
  type StoredObject,
  TerminalError,
} from '../../../api/index.ts';
import { isNotFound } from '../../../client/index.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { LiveObjects } from '../rendering/live.ts';
import { parsedResource } from '../rendering/parsed-resource.ts';
import { isAtOnce } from '../safeguards/hot-loop.ts';
import { statusInputs } from '../safeguards/reconcile-inputs.ts';
import { standardConditions } from '../status/standard-conditions.ts';
import { finalizerName, hasFinalizer, writeFinalizer } from './finalizer.ts';

/**
 * Calls the author's `cleanup` for a deleted resource, and removes the finalizer when the clean-up is complete.
 *
 * @returns the Action of a `cleanup` that isn't complete; one that repeatedly asks for the next reconcile at once is
 *   slowed down.
 *
 * @throws StaleResourceError if the resource has gone already, or differs from the cached one.
 * @throws TerminalError if the stored spec doesn't fit the definition. Also if an earlier release has set the finalizer
 *   and this release has no clean-up for it.
 */
export async function cleanUp(resource: StoredObject, run: ReconcileRun): Promise<Action | undefined> {
  const { controller, cache, client, effects, freshness, journal, time, withLog, signal } = run;
  const { kind, props } = controller;
  const finalizer = finalizerName(kind);
  if (!hasFinalizer(resource, finalizer)) return undefined;
  const { cleanup } = props;
  if (cleanup === undefined) {
    throw new TerminalError(
      `${objectTitle(resource)} has the finalizer of an earlier release, and this one has no clean-up for it`,
    );
  }
  const parsed = parsedResource(kind, resource);
  // A new resource of the same name may exist by now, and own what the author would clean up.
  await freshness.confirm();
  const { metadata, spec } = parsed;
  const live = new LiveObjects(cache, { owns: controller.owns, resource });
  const context = { resource: parsed, metadata, spec, live: live.view(), ...effects(resource, signal) };
  const action = await time.within('`cleanup`', () => withLog(objectKey(resource), () => cleanup(context)));
  if (action !== undefined) return await unfinished(resource, { action, live }, run);
  try {
    const answer = await writeFinalizer(resource, 'remove', { client, kind, signal });
    journal.written(objectKey(answer), answer);
  } catch (error) {
    // The goal was its absence.
    if (!isNotFound(error)) throw error;
  }
  return undefined;
}

/**
 * Returns the time of the next `cleanup`. Writes into the status if `cleanup` repeatedly asks for the next reconcile at
 * once.
 */
async function unfinished(
  resource: StoredObject,
  { action, live }: { readonly action: Action; readonly live: LiveObjects },
  { controller, hotLoops, statuses, signal }: ReconcileRun,
): Promise<Action> {
  const name = formatObjectKey(objectKey(resource));
  if (!isAtOnce(action)) {
    hotLoops.forget(name);
    return action;
  }
  const { uid, generation = 0 } = resource.metadata;
  const slowed = hotLoops.passed(name, {
    uid,
    generation,
    children: [],
    status: [],
    wishedBy: 'cleanup',
    basis: () => uid,
    listState: () => statusInputs(controller, live.shown),
  });
  const failureCause = hotLoops.failureCause(name);
  if (slowed === undefined || failureCause === undefined) return action;
  const standard = standardConditions({ children: [], observe: () => undefined, failureCause });
  await statuses.write(resource, { standard }, signal);
  return slowed;
}
