// In: the children that a reconcile has made, deleted and left. Out: the status of its resource, and the time of the
// next reconcile. Called by the reconcile as its last steps.

import { Action, formatObjectKey, objectKey } from '../../../api/index.ts';
import type { DeletionLimits } from '../../../constructs/index.ts';
import { checkedReport } from '../../../render/index.ts';
import { uncachedRetryMs } from '../applying/create-child.ts';
import { fieldConflictRetryMs } from '../applying/field-conflict.ts';
import { type ChildOutcome, outcomesOf } from '../applying/outcome.ts';
import type { PruneOutcome } from '../pruning/prune.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import type { RenderedResource } from '../rendering/rendered-resource.ts';
import { isAtOnce } from '../safeguards/hot-loop.ts';
import { renderInputs, statusInputs } from '../safeguards/reconcile-inputs.ts';
import { failureCauseOfChildren } from './failure.ts';
import type { FailureCause } from './failure-cause.ts';
import { standardConditions } from './standard-conditions.ts';
import type { AuthorReport } from './status.ts';
import type { StatusWrite } from './status-writer.ts';
import { type UnavailableKinds, unlistedKinds, unservedKindsCause, unservedRetryMs } from './unavailable-kind.ts';

/** The results of a reconcile's steps. */
export interface StepResults {
  readonly outcomes: readonly ChildOutcome[];
  readonly unavailable: UnavailableKinds;
  readonly pruned: PruneOutcome;
  /** The author's Action; undefined if `reconcile` wasn't called or gave none. */
  readonly action: Action | undefined;
}

/**
 * Writes the results into the status.
 *
 * @throws errors of requests and of the author's `status`.
 */
export async function writeResults(
  { context, children }: RenderedResource,
  results: StepResults,
  run: ReconcileRun,
): Promise<StatusWrite> {
  const { live, resource, scope, signal } = run;
  const { outcomes, unavailable, pruned } = results;
  const { controller, cache, hotLoops, statuses } = scope;
  const { kind, prunes, props, deletionLimits } = controller;
  const key = objectKey(resource);
  const isWaiting = deletionWaitsMs(results).length > 0;
  const skipped = new Set(outcomesOf(outcomes, 'kind-unavailable').map(({ child }) => child));
  const callback = (): AuthorReport => {
    const made = props.status?.(context);
    return made === undefined ? {} : checkedReport(kind, made);
  };
  const report = unavailable.unlisted.length === 0 ? await run.resultOf('`status`', callback) : undefined;
  const standard = standardConditions({
    children: children.filter((child) => !skipped.has(child)),
    observe: (child) => live.ownedObject(child),
    recreated: outcomesOf(outcomes, 'recreated').map(({ child }) => child),
    postponed: outcomesOf(outcomes, 'postponed'),
    wait: isWaiting ? deletionsWaitingCause(deletionLimits) : undefined,
    skipped: unservedKindsCause(unavailable.missing, 'skip'),
    failureCause:
      failureCauseOfChildren('ChildConflict', outcomesOf(outcomes, 'child-conflict')) ??
      unavailable.failureCause ??
      run.unavailableCause ??
      failureCauseOfChildren('FieldConflict', outcomesOf(outcomes, 'field-conflict')) ??
      pruned.failureCause ??
      hotLoops.failureCause(formatObjectKey(key)),
  });
  // A child that isn't seen may be one that is no longer rendered.
  const isAllSeen = unlistedKinds(prunes, key.namespace, cache).length === 0;
  const isAllPruned =
    !isWaiting && isAllSeen && unavailable.failureCause === undefined && pruned.failureCause === undefined;
  // If nothing is rendered, only deletions remain: until they are complete, the spec still explains them.
  const isWhole = children.length > 0 || isAllPruned;
  return await statuses.write(resource, { report, standard, isWhole }, signal);
}

/** Returns the time of the next reconcile. */
export function nextReconcile(
  { parsed, children }: RenderedResource,
  results: StepResults & { readonly reported: StatusWrite },
  { live, resource, scope }: ReconcileRun,
): Action {
  const { outcomes, reported, unavailable, pruned, action } = results;
  const { controller, cache, hotLoops } = scope;
  const { uid, generation = 0 } = resource.metadata;
  const waitsMs = deletionWaitsMs(results);
  const seen = () => [...live.shown, ...children.flatMap((child) => live.ownedObject(child) ?? [])];
  const written = outcomesOf(outcomes, 'written').flatMap(({ places }) => places);
  const slowed = hotLoops.endReconcile(formatObjectKey(objectKey(resource)), {
    uid,
    generation,
    // Deletions that take turns continue from reconcile to reconcile without being a hot loop.
    children: [...written, ...(waitsMs.length === 0 ? pruned.places : [])],
    status: reported.places.filter((place) => !isOwnReport(place)),
    requeuedBy: isAtOnce(action) ? 'reconcile' : undefined,
    renderInputs: () => renderInputs(controller, parsed, cache),
    statusInputs: () => statusInputs(controller, seen()),
  });
  const isCacheStale = unavailable.absent.some(
    ({ kind, key: { namespace } }) => cache.listState(kind, namespace) === 'listed',
  );
  const retriesMs = [
    ...waitsMs,
    ...(reported.waitMs > 0 ? [reported.waitMs] : []),
    ...(outcomesOf(outcomes, 'field-conflict').length > 0 ? [fieldConflictRetryMs] : []),
    ...(live.hasUncached ? [uncachedRetryMs] : []),
    ...(isCacheStale ? [unservedRetryMs] : []),
  ];
  return slowed ?? earlierAction(action, retriesMs);
}

function deletionWaitsMs({ outcomes, pruned }: StepResults): readonly number[] {
  return [...outcomesOf(outcomes, 'deletion-waiting').map(({ waitMs }) => waitMs), ...pruned.waitsMs];
}

/** The failure cause of a resource whose children wait for their deletion. The same text for any number of them. */
function deletionsWaitingCause({ deletionsPerMinute }: Required<DeletionLimits>): FailureCause {
  const message = `children wait to be deleted: of all resources together, no more than ${deletionsPerMinute} are in a minute`;
  return { reason: 'DeletionsWaiting', message };
}

/** Returns true if the library itself writes this place, and changes it when a hot loop is found or has ended. */
function isOwnReport(place: string): boolean {
  return /: status\.(observedGeneration$|conditions\[type=(Progressing|Degraded)\])/.test(place);
}

/** The author's Action, or the first of the times at which the next reconcile is due anyway. */
function earlierAction(action: Action = Action.awaitChange(), retriesMs: readonly number[]): Action {
  const requeueMs = action.type === 'requeue' ? [action.afterMs] : [];
  const afterMs = Math.min(...requeueMs, ...retriesMs);
  return afterMs === Number.POSITIVE_INFINITY ? action : { type: 'requeue', afterMs };
}
