// In: the children as rendered, and their objects in the cache. Out: the children applied, with the server's answers
// noted in `live`. An object of another owner stays as it is and is reported, or is adopted. A child that can't be
// changed is replaced if the policy of its kind allows that. Called by the reconcile.

import { formatObjectAddress, type StoredObject } from '../../../api/index.ts';
import { isKindMissing, isKindTerminating } from '../../../client/index.ts';
import { isStatefulSet } from '../../../constructs/index.ts';
import { type Child, controllerOf } from '../../../render/index.ts';
import { isHeldFor } from '../finalization/hold.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { LiveObjects } from '../rendering/live.ts';
import type { RenderedResource } from '../rendering/rendered-resource.ts';
import { changeChild } from './change-child.ts';
import { childConflict } from './child-conflict.ts';
import { growClaims } from './claim-growth.ts';
import { createChild } from './create-child.ts';
import type { ChildOutcome, Outcome } from './outcome.ts';
import { Postponements } from './postponement.ts';

/**
 * Applies in order those children that differ from the observed objects. An absent child is created only when the
 * children that it waits for are ready.
 *
 * A stale cache does no harm. A child that seems to be absent is only ever created, so an object that has its name
 * stays as it is and is reported. A child that exists is applied by its uid, so its successor stays as it is.
 *
 * @throws what the client throws, and ChildRefusalError; the next reconcile applies the children after the failing one.
 */
export async function applyChildren(
  { children, live }: Pick<RenderedResource, 'children' | 'live'>,
  run: ReconcileRun,
): Promise<readonly ChildOutcome[]> {
  const { cache, controller, isThirdParty } = run.scope;
  const outcomes: ChildOutcome[] = [];
  const going = new Set<string>();
  const postponements = new Postponements({
    own: (child) => live.own(child),
    isGoing: (child) => going.has(formatObjectAddress(child)),
    isDispensable: ({ kind, key }) =>
      controller.policy(kind).whenNotServed === 'skip' && cache.listState(kind, key.namespace) === 'not-served',
  });
  for (const child of children) {
    try {
      const outcome = await applyChild(child, { live, postponements }, run);
      if (outcome.type === 'recreated') going.add(formatObjectAddress(child));
      outcomes.push({ child, ...outcome });
    } catch (error) {
      // Its definition has just been deleted or is being deleted, and the cache doesn't know it yet.
      if (!isThirdParty(child.kind) || !(isKindMissing(error) || isKindTerminating(error))) throw error;
      outcomes.push({ child, type: 'unserved', listState: 'not-served' });
    }
  }
  return outcomes;
}

interface ApplyContext {
  readonly live: LiveObjects;
  readonly postponements: Postponements;
}

async function applyChild(child: Child, context: ApplyContext, run: ReconcileRun): Promise<Outcome> {
  const { live, postponements } = context;
  const { cache, controller, settled } = run.scope;
  const own = live.own(child);
  const before = own ?? live.get(child);
  const other = own === undefined && before !== undefined && !isAdoptable(before, child, run) ? before : undefined;
  const conflict = other && childConflict(child, other, live.resource);
  if (conflict !== undefined) return { type: 'taken', message: conflict.message };
  // A child that the cache can't show may exist: it stays as it is.
  const listState = cache.listState(child.kind, child.key.namespace);
  if (listState !== 'listed') return { type: 'unserved', listState };
  // An object that is being deleted can't be restored, and an object of an earlier resource can't be used: their
  // deletion causes the next reconcile.
  if (other !== undefined || before?.metadata.deletionTimestamp !== undefined) return { type: 'awaited' };
  let outcome: Outcome;
  if (before === undefined) {
    const message = isHeldFor(child, run) ? undefined : postponements.of(child);
    if (message !== undefined) return { type: 'postponed', message };
    const answer = await createChild(child, live, run);
    // An object that the cache doesn't show has its name: `live` shows it from now on.
    if (answer === undefined) return await applyChild(child, context, run);
    settled.learn(child.object, undefined, answer);
    // Names may differ at each render.
    outcome = { type: 'written', places: [`${child.kind.kind}: made`] };
  } else {
    outcome = await changeChild(child, before, live, run);
  }
  const isDone = outcome.type === 'as-rendered' || outcome.type === 'written';
  if (isDone && isStatefulSet(child.kind) && controller.policy(child.kind).whenImmutable === 'orphan-and-recreate') {
    await growClaims(child, run);
  }
  return outcome;
}

/** Returns true if an object under a child's name can be adopted: it isn't being deleted, and has no controller. */
function isAdoptable({ metadata }: StoredObject, { kind }: Child, { scope }: ReconcileRun): boolean {
  const isFree = controllerOf({ metadata }) === undefined && metadata.deletionTimestamp === undefined;
  return isFree && scope.controller.policy(kind).whenUncontrolled === 'adopt';
}
