// In: what a pass has made, deleted and left. Out: the status of its resource saying so, and when to look again.
// Called by the pass as its last step.

import { Action, formatObjectKey, objectKey, type ResourceDefinition, type StoredObject } from '../../api/index.ts';
import type { DeletionLimits } from '../../constructs/index.ts';
import { type Child, checkedReport } from '../../render/index.ts';
import type { Applied } from './apply.ts';
import { uncachedRetryMs } from './create-child.ts';
import { failureCauseOfConflicts, failureCauseOfFieldConflicts } from './failure-cause.ts';
import { fieldConflictRetryMs } from './field-conflict.ts';
import { isAtOnce } from './hot-loop.ts';
import { failureCauseOfUnserved, type Unserved, unservedRetryMs } from './missing-kind.ts';
import type { PruneOutcome } from './prune.ts';
import { renderInputs, statusInputs } from './reconcile-inputs.ts';
import type { ReconcileRun } from './reconcile-run.ts';
import { type FailureCause, standardConditions } from './standard-conditions.ts';
import type { AuthorReport } from './status.ts';
import type { RenderedResource } from './subject.ts';
import { type Unlisted, unlistedKinds } from './unlisted-kind.ts';

/** What has become of a resource and its children. */
export interface Outcome extends Applied {
  /** The resource after what was written to it meanwhile. */
  readonly held: StoredObject;
  /** Children that aren't made because their kinds aren't served. */
  readonly absent: readonly Child[];
  /** What it has to do without, because its kind isn't served. */
  readonly missing: readonly Unserved[];
  /** Children of whose kinds nothing is known. */
  readonly unlisted: readonly Unlisted[];
  /** Why nothing could be pruned for the kind of a child; undefined if no kind is in the way. */
  readonly lack: FailureCause | undefined;
  readonly pruned: PruneOutcome;
  /** The author's; undefined if nobody has said anything. */
  readonly action: Action | undefined;
}

/**
 * Says in the status what has become of it all.
 *
 * @returns when the next pass is due.
 * @throws what requests and the author's `status` throw.
 */
export async function conclude(subject: RenderedResource, outcome: Outcome, run: ReconcileRun): Promise<Action> {
  const reported = await tell(subject, outcome, run);
  return next(subject, { ...outcome, reported }, run);
}

/** Writes what has become of it all into the status. @returns where that has not said so before. */
async function tell(subject: RenderedResource, outcome: Outcome, run: ReconcileRun): Promise<readonly string[]> {
  const { resource, context, children, live, answers } = subject;
  const { conflicts, fieldConflicts, recreated, unserved, postponed, unlisted, missing, lack, held, pruned } = outcome;
  const { controller, cache, hotLoops, statuses, withLog, signal } = run;
  const { kind, prunes, props, deletionLimits } = controller;
  const isWaiting = deletionWaitsMs(outcome).length > 0;
  const left = new Set(unserved.map(({ child }) => child));
  const said = () =>
    reportOf(
      withLog(objectKey(resource), () => props.status?.(context)),
      kind,
    );
  const report = unlisted.length === 0 ? await answers.of(said) : undefined;
  const standard = standardConditions({
    children: children.filter((child) => !left.has(child)),
    observe: (child) => live.own(child),
    recreated,
    postponed,
    wait: isWaiting ? deletionsWaiting(deletionLimits) : undefined,
    skipped: failureCauseOfUnserved(missing, 'skip'),
    failureCause:
      failureCauseOfConflicts(conflicts) ??
      lack ??
      answers.failureCause ??
      failureCauseOfFieldConflicts(fieldConflicts) ??
      pruned.failureCause ??
      hotLoops.failureCause(formatObjectKey(objectKey(resource))),
  });
  // A child that isn't seen may turn out to be one that is no longer rendered.
  const isAllSeen = unlistedKinds(prunes, resource.metadata.namespace, cache).length === 0;
  const isAllPruned = !isWaiting && isAllSeen && lack === undefined && pruned.failureCause === undefined;
  // Where nothing is rendered, deletions are all that there is to do: until they are done, the spec still explains them.
  const isWhole = children.length > 0 || isAllPruned;
  return await statuses.write(held, { report, standard, isWhole }, signal);
}

/** When the next pass is due. */
function next(
  { resource, parsed, children, live }: RenderedResource,
  outcome: Outcome & { readonly reported: readonly string[] },
  { controller, cache, hotLoops }: ReconcileRun,
): Action {
  const { places, reported, absent, fieldConflicts, pruned, action } = outcome;
  const { uid, generation = 0 } = resource.metadata;
  const waitsMs = deletionWaitsMs(outcome);
  const seen = () => [...live.shown, ...children.flatMap((child) => live.own(child) ?? [])];
  const slowed = hotLoops.passed(formatObjectKey(objectKey(resource)), {
    uid,
    generation,
    // Deletions that take turns go on from pass to pass without being a loop.
    children: [...places, ...(waitsMs.length === 0 ? pruned.places : [])],
    status: reported.filter((place) => !isOwnVerdict(place)),
    wishedBy: isAtOnce(action) ? 'reconcile' : undefined,
    basis: () => renderInputs(controller, parsed, cache),
    listState: () => statusInputs(controller, seen()),
  });
  const isNewsToCache = absent.some(({ kind, key: { namespace } }) => cache.listState(kind, namespace) === 'listed');
  const retriesMs = [
    ...waitsMs,
    ...(fieldConflicts.length > 0 ? [fieldConflictRetryMs] : []),
    ...(live.hasFound ? [uncachedRetryMs] : []),
    ...(isNewsToCache ? [unservedRetryMs] : []),
  ];
  return slowed ?? sooner(action, retriesMs);
}

function deletionWaitsMs({ waitsMs, pruned }: Outcome): readonly number[] {
  return [...waitsMs, ...pruned.waitsMs];
}

function reportOf(said: AuthorReport | undefined, kind: ResourceDefinition): AuthorReport {
  return said === undefined ? {} : checkedReport(kind, said);
}

/** What is said of a resource whose children wait for their deletion. The same words however many they are. */
function deletionsWaiting({ deletionsPerMinute }: Required<DeletionLimits>): FailureCause {
  const message = `children wait to be deleted: of all resources together, no more than ${deletionsPerMinute} are in a minute`;
  return { reason: 'DeletionsWaiting', message };
}

/** Whether the library itself says this, and says it otherwise when a loop is found, or has ended. */
function isOwnVerdict(place: string): boolean {
  return /: status\.(observedGeneration$|conditions\[type=(Progressing|Degraded)\])/.test(place);
}

/** The author's wish for another pass, or the first of the times after which one is due anyway. */
function sooner(action: Action = Action.awaitChange(), retriesMs: readonly number[]): Action {
  const wishedMs = action.type === 'requeue' ? [action.afterMs] : [];
  const afterMs = Math.min(...wishedMs, ...retriesMs);
  return afterMs === Number.POSITIVE_INFINITY ? action : { type: 'requeue', afterMs };
}
