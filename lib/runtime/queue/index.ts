export type { AddOptions, Lane, ReconcileReason, ReconcileRequest } from './reconcile-request.ts';
export { WorkQueue } from './work-queue.ts';
