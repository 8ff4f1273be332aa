// In: requests from the queue. Out: reconciles, one at a time, and their results put back into the queue. Run by a
// controller, as many as its `concurrency`, while this process leads.

import { type Action, parseObjectKey } from '../../api/index.ts';
import { type Clock, endsWithin, untilAborted } from '../../clock/index.ts';
import type { ControllerMetrics, ReconcileResult } from '../../telemetry/index.ts';
import type { OwnWrites } from '../cache/index.ts';
import type { ReconcileRequest, WorkQueue } from '../queue/index.ts';
import { isTerminalFailure, type ReasonedReconcile, ReconcileTimeoutError } from '../reconcile/index.ts';
import type { ShardOwnership } from '../sharding/index.ts';
import type { ReconcileLogs } from './reconcile-logs.ts';
import type { StartupReconciles } from './startup-reconciles.ts';

/** The dependencies that the workers of one controller share. */
export interface WorkerPorts {
  readonly queue: WorkQueue;
  readonly reconcile: ReasonedReconcile;
  readonly shardOwnership: Pick<ShardOwnership, 'begin'>;
  readonly ownWrites: Pick<OwnWrites, 'beginReconcile' | 'finishReconcile'>;
  readonly startupReconciles: Pick<StartupReconciles, 'reconcileEnded'>;
  /** Notes that another process owns a key. */
  readonly keySkipped: (key: string) => void;
  readonly clock: Clock;
  readonly metrics: ControllerMetrics;
  readonly logs: Pick<ReconcileLogs, 'of' | 'endReconcile'>;
  /** The time that a worker waits for a reconcile that doesn't end. The reconcile's own time should be over by then. */
  readonly patienceMs: number;
  /** The time that a worker waits for reconciles after its signal has aborted, for all of them together. */
  readonly graceMs: number;
}

/**
 * The longest time for which reconciles that wait for nothing may follow each other, as after a restart with many
 * converged resources: then probes and leases, which share the process, have their turn.
 */
const longestRunMs = 20;

/** Reconciles that ask for the next one at once must leave time for the rest of the process, too. */
const shortestRequeueMs = 1;

/**
 * Works until `signal` aborts; a running reconcile then ends by its own use of the signal. Never rejects.
 *
 * A reconcile that doesn't end keeps its key, also in later terms, but not its worker: the other keys have their turn.
 */
export async function runWorker(ports: WorkerPorts, signal: AbortSignal): Promise<void> {
  const { queue, clock, patienceMs, graceMs } = ports;
  /** A reconcile that the worker doesn't wait for → its key. */
  const overdue = new Map<Promise<void>, string>();
  const warnOfOverdue = (key: string) => {
    const message = 'a reconcile continues though its time is over: a callback does not end when its signal aborts';
    ports.logs.of(key).warn(message);
  };
  let restedAtMs = clock.monotonic();
  while (!signal.aborted) {
    const request = await takeRequest(queue, signal);
    if (request === undefined) break;
    const running = reconcileRequest(request, ports, signal);
    if ((await untilAborted(endsWithin(clock, patienceMs, running), signal)) !== true) {
      overdue.set(running, request.key);
      void running.then(() => overdue.delete(running));
      if (!signal.aborted) warnOfOverdue(request.key);
    }
    if (clock.monotonic() - restedAtMs > longestRunMs) {
      await clock.sleep(0);
      restedAtMs = clock.monotonic();
    }
  }
  // A worker that waited permanently would not work in the next term either, and no other replica would, while this
  // process leads.
  const haveEnded = await endsWithin(clock, graceMs, Promise.all(overdue.keys()));
  if (!haveEnded) for (const key of overdue.values()) warnOfOverdue(key);
}

async function takeRequest(queue: WorkQueue, signal: AbortSignal): Promise<ReconcileRequest | undefined> {
  try {
    return await queue.take(signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Reconciles a key if this process owns it. If not, its owner receives the same change. */
async function reconcileRequest(request: ReconcileRequest, ports: WorkerPorts, stop: AbortSignal): Promise<void> {
  const { key, reasons, lane } = request;
  const { queue, ownWrites, startupReconciles, logs, clock, metrics } = ports;
  const workTerm = ports.shardOwnership.begin(key, stop);
  if (workTerm === undefined) {
    queue.forget(key);
    queue.done(key);
    ports.keySkipped(key);
    return;
  }
  const { signal } = workTerm;
  const requeue = () => {
    for (const reason of reasons) queue.add(key, { reason, lane });
  };
  if (!ownWrites.beginReconcile(key, requeue)) {
    queue.done(key);
    workTerm.end();
    return;
  }
  const startMs = clock.monotonic();
  metrics.reconcileStarted();
  let result: ReconcileResult = 'error';
  try {
    result = requeueAfterAction(request, await ports.reconcile(parseObjectKey(key), signal, reasons), queue);
  } catch (error) {
    if (signal.aborted) {
      requeue();
      result = 'requeue';
    } else {
      result = requeueAfterFailure(request, error, ports);
    }
  } finally {
    metrics.reconcileEnded(result, clock.monotonic() - startMs);
    ownWrites.finishReconcile(key);
    logs.endReconcile(key);
    queue.done(key);
    if (!signal.aborted) startupReconciles.reconcileEnded(key, result);
    workTerm.end();
  }
}

function requeueAfterAction({ key, lane }: ReconcileRequest, action: Action, queue: WorkQueue): ReconcileResult {
  if (action.type === 'requeue') {
    queue.add(key, { reason: 'requeued', lane, dueInMs: Math.max(action.afterMs, shortestRequeueMs) });
  }
  queue.forget(key);
  if (action.type === 'await-change') return 'success';
  return action.afterMs === 0 ? 'requeue' : 'requeue_after';
}

function requeueAfterFailure(
  { key, retryCount }: ReconcileRequest,
  error: unknown,
  { queue, logs }: WorkerPorts,
): ReconcileResult {
  // The journal reports once a failure that a retry doesn't fix.
  logs.of(key).debug('reconcile failed', { retryCount, error });
  if (isTerminalFailure(error)) {
    queue.forget(key);
    return 'terminal_error';
  }
  queue.retry(key);
  return ReconcileTimeoutError.is(error) ? 'timeout' : 'error';
}
