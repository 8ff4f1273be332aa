export type { Lane, ReconcileReason, ReconcileRequest, Wish } from './reconcile-request.ts';
export { TokenBucket, type TokenBucketOptions } from './token-bucket.ts';
export { WorkQueue, type WorkQueueOptions, type WorkQueuePorts } from './work-queue.ts';
