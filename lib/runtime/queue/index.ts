export type { QueueContent, WaitingKey } from './queue-content.ts';
export type { AddOptions, Lane, ReconcileReason, ReconcileRequest } from './reconcile-request.ts';
export { longestRetryMs, WorkQueue } from './work-queue.ts';
