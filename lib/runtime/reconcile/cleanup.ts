// In: a resource that is being deleted. Out: nothing of it outside the cluster, and our finalizer off it; or when to call
// again. Called by the pass. The children that `cleanup` leaves are deleted by the garbage collector.

import {
  type Action,
  formatObjectKey,
  objectKey,
  objectTitle,
  type StoredObject,
  TerminalError,
} from '../../api/index.ts';
import { isNotFound } from '../../client/index.ts';
import { finalizerName, hasFinalizer, writeFinalizer } from './finalizer.ts';
import { isAtOnce } from './hot-loop.ts';
import { LiveObjects } from './live.ts';
import { parsedResource } from './parsed-resource.ts';
import { statusInputs } from './reconcile-inputs.ts';
import type { ReconcileRun } from './reconcile-run.ts';
import { standardConditions } from './standard-conditions.ts';

/**
 * Calls the author's `cleanup` for a deleted resource, and removes the finalizer when that is done.
 *
 * @returns the Action of a `cleanup` that isn't done; one that asks for the next pass at once, each time, is slowed down.
 *
 * @throws StaleResourceError if it has gone already, or isn't what the cache has shown any more.
 * @throws TerminalError if the stored spec doesn't fit the definition, or if the finalizer is one that an earlier
 * release has put on, and this release has no clean-up for it.
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
  // Another of its name may be there by now, and have what the author would clean up.
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
    // Gone already is what was wanted.
    if (!isNotFound(error)) throw error;
  }
  return undefined;
}

/** When `cleanup` is called again. Says in the status if it asks for that at once, again and again. */
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
