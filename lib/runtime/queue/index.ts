export type { Lane, ReconcileReason, ReconcileRequest, Wish } from './reconcile-request.ts';
export { WorkQueue, type WorkQueueOptions, type WorkQueuePorts } from './work-queue.ts';
