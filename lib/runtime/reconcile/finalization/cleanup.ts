// In: a resource that is being deleted. Out: its objects outside the cluster cleaned up and our finalizer removed, or
// an Action for the next call. Called by the reconcile. The garbage collector deletes the children that `cleanup`
// leaves.

import { Action, formatObjectKey, objectKey, objectTitle, TerminalError } from '../../../api/index.ts';
import { isNotFound } from '../../../client/index.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { parsedResource } from '../rendering/parsed-resource.ts';
import { isAtOnce } from '../safeguards/hot-loop.ts';
import { statusInputs } from '../safeguards/reconcile-inputs.ts';
import { failedConditions } from '../status/standard-conditions.ts';
import { finalizerName, hasFinalizer } from './finalizer.ts';
import { recreateMissingStatefulSets } from './replacement-finalizer.ts';

/**
 * Releases a deleted resource: calls the author's `cleanup`, and removes the finalizer when the clean-up is complete.
 *
 * @returns the Action of a `cleanup` that isn't complete; one that repeatedly asks for the next reconcile at once is
 *   slowed down.
 *
 * @throws StaleResourceError if the resource has gone already, or differs from the cached one.
 * @throws TerminalError if the stored spec doesn't fit the definition. Also if an earlier release has set the finalizer
 *   and this release has no clean-up for it.
 */
export async function finalizeResource(run: ReconcileRun): Promise<Action> {
  const { cleaned, deletions } = run.scope;
  const { uid } = run.resource.metadata;
  const key = formatObjectKey(objectKey(run.resource));
  deletions.release(key);
  if (!(await recreateMissingStatefulSets(run)) || cleaned.get(key) === uid) return Action.awaitChange();
  const action = await cleanUp(run);
  if (action === undefined) cleaned.set(key, uid);
  return action ?? Action.awaitChange();
}

async function cleanUp(run: ReconcileRun): Promise<Action | undefined> {
  const { freshness, live, resource, scope, signal, time } = run;
  const { controller, effects, withLog } = scope;
  const { kind, props } = controller;
  const finalizer = finalizerName(kind);
  if (!hasFinalizer(resource, finalizer)) return undefined;
  const { cleanup } = props;
  if (cleanup === undefined) {
    throw new TerminalError(
      `${objectTitle(resource)} has the finalizer of an earlier release, and this one has no clean-up for it`,
    );
  }
  const given = effects(resource, signal);
  if (given === undefined) return Action.awaitChange();
  const parsed = parsedResource(kind, resource);
  // A new resource of the same name may exist by now, and own what the author would clean up.
  await freshness.confirm();
  const { metadata, spec } = parsed;
  const now = new Date(scope.clock.now());
  const context = { resource: parsed, metadata, spec, live: live.asLive(), now, ...given };
  const action = await time.runCallback('`cleanup`', () => withLog(objectKey(resource), () => cleanup(context)));
  if (action !== undefined) return await nextCleanup(action, run);
  try {
    await run.writeFinalizer('remove', finalizer);
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
async function nextCleanup(action: Action, { live, resource, scope, signal }: ReconcileRun): Promise<Action> {
  const { controller, hotLoops, statuses } = scope;
  const key = formatObjectKey(objectKey(resource));
  if (!isAtOnce(action)) {
    hotLoops.forgetCounts(key);
    return action;
  }
  const { uid, generation = 0 } = resource.metadata;
  const slowed = hotLoops.endReconcile(key, {
    uid,
    generation,
    children: [],
    status: [],
    requeuedBy: 'cleanup',
    renderInputs: () => uid,
    statusInputs: () => statusInputs(controller, live.shown),
  });
  const failureCause = hotLoops.failureCause(key);
  if (slowed === undefined || failureCause === undefined) return action;
  await statuses.write(resource, { standard: failedConditions(failureCause) }, signal);
  return slowed;
}
