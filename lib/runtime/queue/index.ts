export type { AddOptions, Lane, ReconcileReason, ReconcileRequest } from './reconcile-request.ts';
export { WorkQueue, type WorkQueueOptions, type WorkQueuePorts } from './work-queue.ts';
