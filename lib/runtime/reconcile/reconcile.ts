// In: the key of a resource that has an event. Out: its children and its status equal to what is rendered from it, and
// the Action for the next reconcile. Called by a controller's workers, one at a time for each key.

import { Action, conditionsOf, formatObjectKey, type ObjectKey, type StoredObject } from '../../api/index.ts';
import { objectSelection } from '../../client/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { applyChild } from './applying/apply.ts';
import { type ChildOutcome, outcomesOf } from './applying/outcome.ts';
import { type ControllerScope, controllerScope, type ReconcilePorts } from './controller-scope.ts';
import { finalizeResource } from './finalization/cleanup.ts';
import { finalizerName, hasFinalizer } from './finalization/finalizer.ts';
import { removeReplacementFinalizerWhenSafe } from './finalization/replacement-finalizer.ts';
import { pruneChildren } from './pruning/prune.ts';
import { ReconcileRun } from './reconcile-run.ts';
import { parsedResource } from './rendering/parsed-resource.ts';
import { type RenderedResource, refuseUncachedChildren, renderedResource } from './rendering/rendered-resource.ts';
import { isTerminalFailure } from './status/failure.ts';
import { FailureReports } from './status/failure-report.ts';
import { isPaused } from './status/pause.ts';
import { failedConditions } from './status/standard-conditions.ts';
import { nextReconcile, type StepResults, writeResults } from './status/step-results.ts';
import { unavailableKinds, unlistedDependencies, unlistedKindsCause } from './status/unavailable-kind.ts';

/**
 * Reconciles one resource. Rejects with the error that stopped it; the resource's status reports it, too. The signal aborts
 * when the term ends, and is the same for all reconciles of the resource in that term.
 */
export type Reconcile = (key: ObjectKey, signal: AbortSignal) => Promise<Action>;

/** The reconciles of one controller. */
export interface Reconciler {
  readonly reconcile: Reconcile;
  /** Forgets a resource that doesn't exist any more. So does its reconcile. */
  readonly forgetResource: (key: ObjectKey) => void;
  /** Forgets what metrics report of a resource that another process reconciles from now on: its hot loop, and its waiting deletions. */
  readonly releaseResource: (key: ObjectKey) => void;
}

/**
 * Returns the reconcile function of a controller.
 *
 * Nothing is changed for a paused resource. The next reconcile of a resource in a hot loop is delayed.
 */
export function reconciler(controller: Controller, ports: ReconcilePorts): Reconciler {
  const scope = controllerScope(controller, ports);
  const failures = new FailureReports(scope);
  const { hotLoops } = scope;

  const reconcile: Reconcile = async (key, signal) => {
    const name = formatObjectKey(key);
    const resource = await presentResource(key, scope, signal);
    if (resource === undefined) {
      forgetResource(key, scope);
      failures.forget(name, signal);
      return Action.awaitChange();
    }
    const { uid, deletionTimestamp, generation = 0 } = resource.metadata;
    const isDeleted = deletionTimestamp !== undefined;
    const isResourcePaused = isPaused(resource, controller.kind);
    hotLoops.beginReconcile(name, { uid, generation }, conditionsOf(resource.status));
    const afterMs = isDeleted || isResourcePaused ? 0 : hotLoops.delayMs(name, { uid, generation });
    if (afterMs > 0) return { type: 'requeue', afterMs };

    const run = new ReconcileRun(scope, resource, signal);
    try {
      const reconcileUnpaused = isDeleted ? finalizeResource : convergeResource;
      const action = await (isResourcePaused ? reportPause(run) : reconcileUnpaused(run));
      failures.forget(name, signal);
      return action;
    } catch (failure) {
      const error = run.time.causeOf(failure);
      const statusError = signal.aborted ? undefined : await failures.report(error, run, signal);
      // Nothing else would report a terminal error again.
      throw isTerminalFailure(error) ? (statusError ?? error) : error;
    } finally {
      run.time.end();
    }
  };
  return {
    reconcile,
    forgetResource: (key) => forgetResource(key, scope),
    releaseResource: (key) => releaseResource(key, scope),
  };
}

/** Returns a resource as the cache holds it, or as the server does if the cache has no memory for its content. */
async function presentResource(
  key: ObjectKey,
  { cache, controller: { kind }, writerFor }: ControllerScope,
  signal: AbortSignal,
): Promise<StoredObject | undefined> {
  if (cache.listState(kind, key.namespace) !== 'over-limit') return cache.get(kind, key);
  const { items } = await writerFor(key).list(kind, { ...objectSelection(key), signal });
  return items[0];
}

/** Forgets what the reconciles of a resource share that doesn't exist any more. */
function forgetResource(key: ObjectKey, scope: ControllerScope): void {
  scope.cleaned.delete(formatObjectKey(key));
  releaseResource(key, scope);
  scope.journal.resourceGone(key);
}

function releaseResource(key: ObjectKey, { deletions, hotLoops }: ControllerScope): void {
  hotLoops.forgetResource(formatObjectKey(key));
  deletions.release(formatObjectKey(key));
}

/** Reports in the status that the resource is paused. */
async function reportPause({ resource, scope, signal }: ReconcileRun): Promise<Action> {
  await scope.statuses.writePause(resource, signal);
  return Action.awaitChange();
}

/**
 * Makes the cluster agree with a resource.
 *
 * In these cases nothing is pruned and the author's `reconcile` isn't called:
 *
 * - The name of a child is taken, a child is being recreated or waits for another one, or its kind isn't served.
 * - The kind of a child isn't listed, or its cache lags far behind.
 *
 * A resource isn't rendered while a kind that its render depends on isn't listed. A callback that asks for an object
 * that can't be seen gives no result, and only that result is left out. Fields of a child that other managers own stop
 * nothing else.
 *
 * @throws errors of rendering, requests and callbacks; the next reconcile does the rest.
 */
async function convergeResource(run: ReconcileRun): Promise<Action> {
  const { cache, controller, journal, statuses } = run.scope;
  await addFinalizer(run);
  const parsed = parsedResource(controller.kind, run.resource);
  const unknown = unlistedKindsCause(unlistedDependencies(controller, parsed, cache));
  if (unknown !== undefined) {
    await statuses.write(run.resource, { standard: failedConditions(unknown) }, run.signal);
    return Action.awaitChange();
  }
  const subject = renderedResource(parsed, run);
  refuseUncachedChildren(subject.children, cache);
  run.hasRendered = subject.children.length > 0;
  const outcomes: ChildOutcome[] = [];
  for (const child of subject.children) outcomes.push({ child, ...(await applyChild(child, run)) });
  const conflicts = outcomesOf(outcomes, 'child-conflict').map(({ child }) => child);
  journal.childrenConflicting(run.resource, conflicts);
  const unavailable = unavailableKinds(outcomes, parsed, run);
  const isComplete =
    !outcomes.some((outcome) => isChildMissing(outcome, run)) && unavailable.failureCause === undefined;
  const results = { outcomes, unavailable, ...(isComplete ? await pruneAndReconcile(subject, run) : nothingDone) };
  const reported = await writeResults(subject, results, run);
  return nextReconcile(subject, { ...results, reported }, run);
}

/** Adds the finalizer that the resource needs if the controller has a `cleanup`. */
async function addFinalizer(run: ReconcileRun): Promise<void> {
  const { kind, props } = run.scope.controller;
  if (props.cleanup === undefined || hasFinalizer(run.resource, finalizerName(kind))) return;
  await run.writeFinalizer('add', finalizerName(kind));
}

/** The results of the steps that need all children. */
type LastResults = Pick<StepResults, 'pruned' | 'action'>;

/** The outcomes of children that keep a reconcile from pruning and from the author's `reconcile`. */
const incompleteOutcomes: ReadonlySet<ChildOutcome['type']> = new Set([
  'child-conflict',
  'recreated',
  'deletion-waiting',
  'postponed',
]);

/**
 * Returns true if a child doesn't exist, or is deleted to be recreated: the manager deletes it with one of these
 * finalizers. A child that another client deletes may stay in use for long, such as a volume claim.
 */
function isChildMissing({ type, child }: ChildOutcome, { live }: ReconcileRun): boolean {
  if (type !== 'terminating') return incompleteOutcomes.has(type);
  const object = live.ownedObject(child);
  return object === undefined || ['foregroundDeletion', 'orphan'].some((name) => hasFinalizer(object, name));
}

const nothingDone: LastResults = { pruned: { places: [], waitsMs: [] }, action: undefined };

/** Prunes children, and calls the author's `reconcile`. */
async function pruneAndReconcile({ children, context }: RenderedResource, run: ReconcileRun): Promise<LastResults> {
  const { controller, effects } = run.scope;
  await removeReplacementFinalizerWhenSafe(children, run);
  const pruned = await pruneChildren(children, run);
  run.turns.releaseOthers();
  const action = await run.resultOf('`reconcile`', () => {
    const given = effects(run.resource, run.signal);
    return given && controller.props.reconcile?.({ ...context, ...given });
  });
  return { pruned, action };
}
