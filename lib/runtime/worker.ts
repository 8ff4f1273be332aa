// In: requests from the queue. Out: passes, one at a time, and what they end in put back into the queue.
// Run by a controller, as many as its concurrency says, for as long as this process leads.

import { type Action, parseObjectKey } from '../api/index.ts';
import type { Clock } from '../clock/index.ts';
import type { ControllerMetrics, Logger, PassResult } from '../telemetry/index.ts';
import type { OwnWrites } from './cache/index.ts';
import type { ReconcileRequest, WorkQueue } from './queue/index.ts';
import { isTerminal, type Pass } from './reconcile/index.ts';

/** What the workers of one controller share. */
export interface WorkerPorts {
  readonly queue: WorkQueue;
  readonly pass: Pass;
  readonly ownWrites: OwnWrites;
  readonly clock: Clock;
  readonly metrics: ControllerMetrics;
  readonly logger: Logger;
}

/** Works until `signal` aborts; a pass under way then ends as its own use of the signal makes it. Never rejects. */
export async function work(ports: WorkerPorts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let request: ReconcileRequest;
    try {
      request = await ports.queue.take(signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await handle(request, ports, signal);
  }
}

async function handle(request: ReconcileRequest, ports: WorkerPorts, signal: AbortSignal): Promise<void> {
  const { key, reasons, lane } = request;
  const { queue, ownWrites, clock, metrics, logger } = ports;
  const resume = () => {
    for (const reason of reasons) queue.add(key, { reason, lane });
  };
  if (!ownWrites.begin(key, resume)) {
    queue.done(key);
    return;
  }
  const startMs = clock.monotonic();
  metrics.passStarted();
  let result: PassResult;
  try {
    result = settle(request, await ports.pass(parseObjectKey(key), signal), queue);
  } catch (error) {
    result = isTerminal(error) ? 'terminal_error' : 'error';
    if (signal.aborted) {
      resume();
    } else {
      logger.warn('pass failed', { resource: key, retryCount: request.retryCount, error });
      if (result === 'terminal_error') queue.forget(key);
      else queue.retry(key);
    }
  }
  metrics.passEnded(result, clock.monotonic() - startMs);
  ownWrites.finish(key);
  queue.done(key);
}

function settle({ key, lane }: ReconcileRequest, action: Action, queue: WorkQueue): PassResult {
  queue.forget(key);
  if (action.type === 'await-change') return 'success';
  queue.add(key, { reason: 'requeued', lane, dueInMs: action.afterMs });
  return action.afterMs === 0 ? 'requeue' : 'requeue_after';
}
