// In: the children that a reconcile has made, deleted and left. Out: the status of its resource, and the time of the
// next reconcile. Called by the reconcile as its last step.

import { Action, formatObjectKey, objectKey, type ResourceDefinition, type StoredObject } from '../../../api/index.ts';
import type { DeletionLimits } from '../../../constructs/index.ts';
import { type Child, checkedReport } from '../../../render/index.ts';
import type { Applied } from '../applying/apply.ts';
import { uncachedRetryMs } from '../applying/create-child.ts';
import { fieldConflictRetryMs } from '../applying/field-conflict.ts';
import type { PruneOutcome } from '../pruning/prune.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import {
  failureCauseOfUnserved,
  type Unlisted,
  type Unserved,
  unlistedKinds,
  unservedRetryMs,
} from '../rendering/unseen-kind.ts';
import { isAtOnce } from '../safeguards/hot-loop.ts';
import { renderInputs, statusInputs } from '../safeguards/reconcile-inputs.ts';
import type { RenderedResource } from '../subject.ts';
import { failureCauseOfConflicts, failureCauseOfFieldConflicts } from './failure-cause.ts';
import { type FailureCause, standardConditions } from './standard-conditions.ts';
import type { AuthorReport } from './status.ts';

/** The outcome of a reconcile for a resource and its children. */
export interface Outcome extends Applied {
  /** The resource after the writes of this reconcile. */
  readonly held: StoredObject;
  /** Children that aren't created because their kinds aren't served. */
  readonly absent: readonly Child[];
  /** Objects that the resource goes without, because their kinds aren't served. */
  readonly missing: readonly Unserved[];
  /** Children of kinds whose objects aren't listed. */
  readonly unlisted: readonly Unlisted[];
  /** The reason why the kind of a child prevented pruning; undefined if no kind did. */
  readonly lack: FailureCause | undefined;
  readonly pruned: PruneOutcome;
  /** The author's Action; undefined if `reconcile` wasn't called or gave none. */
  readonly action: Action | undefined;
}

/**
 * Writes the outcome into the status.
 *
 * @returns the time of the next reconcile.
 * @throws errors of requests and of the author's `status`.
 */
export async function conclude(subject: RenderedResource, outcome: Outcome, run: ReconcileRun): Promise<Action> {
  const reported = await writeOutcome(subject, outcome, run);
  return next(subject, { ...outcome, reported }, run);
}

/** Writes the outcome into the status. @returns the places of the status that have changed. */
async function writeOutcome(
  subject: RenderedResource,
  outcome: Outcome,
  run: ReconcileRun,
): Promise<readonly string[]> {
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
  // A child that isn't seen may be one that is no longer rendered.
  const isAllSeen = unlistedKinds(prunes, resource.metadata.namespace, cache).length === 0;
  const isAllPruned = !isWaiting && isAllSeen && lack === undefined && pruned.failureCause === undefined;
  // If nothing is rendered, only deletions remain: until they are complete, the spec still explains them.
  const isWhole = children.length > 0 || isAllPruned;
  return await statuses.write(held, { report, standard, isWhole }, signal);
}

/** Returns the time of the next reconcile. */
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
    // Deletions that take turns continue from reconcile to reconcile without being a hot loop.
    children: [...places, ...(waitsMs.length === 0 ? pruned.places : [])],
    status: reported.filter((place) => !isOwnReport(place)),
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

/** The failure cause of a resource whose children wait for their deletion. The same text for any number of them. */
function deletionsWaiting({ deletionsPerMinute }: Required<DeletionLimits>): FailureCause {
  const message = `children wait to be deleted: of all resources together, no more than ${deletionsPerMinute} are in a minute`;
  return { reason: 'DeletionsWaiting', message };
}

/** Returns true if the library itself writes this place, and changes it when a hot loop is found or has ended. */
function isOwnReport(place: string): boolean {
  return /: status\.(observedGeneration$|conditions\[type=(Progressing|Degraded)\])/.test(place);
}

/** The author's Action, or the first of the times at which the next reconcile is due anyway. */
function sooner(action: Action = Action.awaitChange(), retriesMs: readonly number[]): Action {
  const wishedMs = action.type === 'requeue' ? [action.afterMs] : [];
  const afterMs = Math.min(...wishedMs, ...retriesMs);
  return afterMs === Number.POSITIVE_INFINITY ? action : { type: 'requeue', afterMs };
}
