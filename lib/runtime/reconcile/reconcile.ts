// In: the key of a resource that has an event. Out: its children and its status equal to what is rendered from it, and
// the Action for the next reconcile. Called by a controller's workers, one at a time for each key.

import { Duration } from 'cdk8s';
import {
  Action,
  conditionsOf,
  type EffectContext,
  formatObjectKey,
  type GroupVersionKind,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { type Client, isInvalid } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Controller } from '../../constructs/index.ts';
import type { ReconcileMetrics } from '../../telemetry/index.ts';
import { FieldConflicts } from './applying/field-conflict.ts';
import { RepeatedConflicts } from './applying/repeated-conflict.ts';
import { differenceDigest } from './comparison/difference.ts';
import type { PublishedShapes } from './comparison/published-shape.ts';
import { Settled } from './comparison/settled.ts';
import { converge } from './converge.ts';
import { cleanUp } from './finalization/cleanup.ts';
import { finalizerName, hasFinalizer, writeFinalizer } from './finalization/finalizer.ts';
import { resume } from './finalization/hold.ts';
import type { Journal, Problem } from './journal.ts';
import { DeletionBudget } from './pruning/deletion-budget.ts';
import type { ReconcileRun, WithLog } from './reconcile-run.ts';
import type { Observation } from './rendering/observation.ts';
import { Freshness } from './safeguards/freshness.ts';
import { HotLoops } from './safeguards/hot-loop.ts';
import { ReconcileTime } from './safeguards/reconcile-time.ts';
import { failureCauseOf, failureCauseOfCleanup, isPassing, passingLimitMs } from './status/failure-cause.ts';
import { standardConditions } from './status/standard-conditions.ts';
import { isPaused } from './status/status.ts';
import { StatusWriter } from './status/status-writer.ts';

/** Reconciles one resource. Rejects with the error that stopped it; the resource's status reports it, too. */
export type Reconcile = (key: ObjectKey, signal: AbortSignal) => Promise<Action>;

/** The time for a failed reconcile to write its status. */
const reportTimeout = Duration.seconds(10);

/** The dependencies of one controller's reconciles. */
export interface ReconcilePorts {
  /** For reads. */
  readonly client: Client;
  /** Returns a client that writes for a resource, as long as this process may. */
  readonly writerFor: (resource: ObjectKey) => Client;
  readonly cache: Observation;
  /** Image → the image that children start in its place. @default the image itself */
  readonly images?: ReadonlyMap<string, string> | undefined;
  /** Returns the kinds whose caches don't show, after a long time, the last write for a resource. */
  readonly lagging: (resource: ObjectKey) => readonly GroupVersionKind[];
  readonly clock: Clock;
  readonly fieldManager: string;
  /** Shared by all controllers. */
  readonly shapes: PublishedShapes;
  readonly journal: Journal;
  /** Returns the client, the Events and the logger that callbacks get for a resource. */
  readonly effects: (resource: StoredObject, signal: AbortSignal) => EffectContext;
  /** Runs a callback so that the resource's logger takes the `console` output of libraries. */
  readonly withLog: WithLog;
  readonly metrics: ReconcileMetrics;
}

/**
 * Returns the reconcile function of a controller.
 *
 * A paused resource is left alone, and so is one that is written repeatedly, for some time.
 *
 * Some failures, such as an unreachable server or an object that has just changed, are probably fixed by a retry. They
 * aren't written into the status, unless they last for a minute.
 */
export function reconciler(controller: Controller, ports: ReconcilePorts): Reconcile {
  const { kind } = controller;
  const { cache, clock, fieldManager, journal, metrics, shapes } = ports;
  const settled = new Settled((live, desired) => differenceDigest(live, desired, { fieldManager }, shapes.of(desired)));
  const fieldConflicts = new FieldConflicts(clock, { fieldManager }, shapes.of);
  const repeatedConflicts = new RepeatedConflicts(clock);
  const hotLoops = new HotLoops(clock, metrics);
  const deletions = new DeletionBudget(clock, metrics, { perMinute: controller.deletionLimits.deletionsPerMinute });
  const statuses = new StatusWriter(kind, ports);
  /** Key → uid of the resources that have been cleaned up and may still be in the cache. */
  const cleaned = new Map<string, string>();
  /** Key → since when the reconciles of the resource have failed. */
  const failingSinceMs = new Map<string, number>();

  return async (key, signal) => {
    const name = formatObjectKey(key);
    const resource = cache.get(kind, key);
    if (resource === undefined) {
      cleaned.delete(name);
      failingSinceMs.delete(name);
      hotLoops.gone(name);
      deletions.release(name);
      journal.gone(key);
      return Action.awaitChange();
    }
    const { uid, deletionTimestamp, generation = 0 } = resource.metadata;
    const isDeleted = deletionTimestamp !== undefined;
    hotLoops.meet(name, { uid, generation }, conditionsOf(resource.status));
    const afterMs = isDeleted || isPaused(resource, kind) ? 0 : hotLoops.pauseMs(name, { uid, generation });
    if (afterMs > 0) return { type: 'requeue', afterMs };
    const time = new ReconcileTime(clock, controller.timeout, signal);
    const writer = ports.writerFor(key);
    let hasRendered = false;
    const run: ReconcileRun = {
      ...ports,
      client: writer,
      controller,
      settled,
      fieldConflicts,
      repeatedConflicts,
      hotLoops,
      deletions,
      statuses,
      freshness: new Freshness(resource, { client: writer, kind, signal: time.signal }),
      time,
      onRender: () => {
        hasRendered = true;
      },
      signal: time.signal,
    };
    let held = resource;
    let hasFailed = false;
    try {
      if (isPaused(resource, kind)) {
        await statuses.pause(resource, time.signal);
        return Action.awaitChange();
      }
      if (!isDeleted) {
        held = await withFinalizer(resource, run);
        return await converge(held, run);
      }
      deletions.release(name);
      const free = await resume(resource, run);
      if (free === undefined) return Action.awaitChange();
      held = free;
      if (cleaned.get(name) === uid) return Action.awaitChange();
      const unfinished = await cleanUp(held, run);
      if (unfinished === undefined) cleaned.set(name, uid);
      return unfinished ?? Action.awaitChange();
    } catch (failure) {
      const error = time.causeOf(failure);
      const failureCause = isDeleted ? failureCauseOfCleanup(error, kind) : failureCauseOf(error, kind);
      hasFailed = !signal.aborted;
      const sinceMs = failingSinceMs.get(name) ?? clock.monotonic();
      if (hasFailed) failingSinceMs.set(name, sinceMs);
      const isLasting = !isPassing(error) || clock.monotonic() - sinceMs >= passingLimitMs;
      const problem = { ...failureCause, error };
      if (hasFailed && isLasting) {
        if (isPaused(resource, kind)) journal.concluded(resource, problem);
        else await report(problem, held, { hasRendered, run, signal });
      }
      throw error;
    } finally {
      if (!hasFailed) failingSinceMs.delete(name);
      time.end();
    }
  };
}

/** Returns the resource with the finalizer that it needs if the controller has a `cleanup`. */
async function withFinalizer(resource: StoredObject, run: ReconcileRun): Promise<StoredObject> {
  const { controller, client, journal, signal } = run;
  const { kind, props } = controller;
  if (props.cleanup === undefined || hasFinalizer(resource, finalizerName(kind))) return resource;
  const answer = await writeFinalizer(resource, 'add', { client, kind, signal });
  journal.written(objectKey(answer), answer);
  return answer;
}

interface ReportContext {
  readonly hasRendered: boolean;
  readonly run: ReconcileRun;
  readonly signal: AbortSignal;
}

/**
 * Writes the cause of a failed reconcile into the conditions, and leaves the rest of the status as it was. It has a
 * time limit of its own, since that of the reconcile may be over.
 */
async function report(
  { reason, message, error }: Problem,
  resource: StoredObject,
  { hasRendered: isWhole, run: { statuses, journal, clock }, signal }: ReportContext,
): Promise<void> {
  const failureCause = { reason, message };
  const standard = standardConditions({ children: [], observe: () => undefined, failureCause });
  const time = new ReconcileTime(clock, reportTimeout, signal);
  try {
    await statuses.write(resource, { standard, isWhole, error }, time.signal);
  } catch (failure) {
    const statusError = time.causeOf(failure);
    // The failure of the reconcile already reports that the API server refuses the resource as it is.
    const isSaid = reason === 'StatusInvalid' && isInvalid(statusError);
    if (!signal.aborted) journal.concluded(resource, { ...failureCause, error, ...(!isSaid && { statusError }) });
  } finally {
    time.end();
  }
}
