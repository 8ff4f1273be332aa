/**
 * The reason why a key is in the queue.
 *
 * `listed`: a list contained the resource, at the start or after the watch had to list again. `resource-updated`, `child-updated`, `watched-updated`: a watch delivered a change or deletion of the resource, of a child, or of a watched object. `source-updated`: a source outside of the cluster requested it. `gained`: this replica has acquired the resource's shard, or leads again. `resync`: all resources are queued again. `requeued`: the last reconcile returned a requeue. `retry`: the last reconcile failed.
 */
export type ReconcileReason =
  | 'listed'
  | 'resource-updated'
  | 'child-updated'
  | 'watched-updated'
  | 'source-updated'
  | 'gained'
  | 'resync'
  | 'requeued'
  | 'retry';

/**
 * `urgent`: a change that a user may be waiting for. `background`: bulk work, such as that of a start, which urgent work overtakes.
 */
export type Lane = 'urgent' | 'background';

/** A key that a worker has taken: one reconcile is due, for all the reasons that were merged. */
export interface ReconcileRequest {
  readonly key: string;
  /** In the order in which they were added. */
  readonly reasons: ReadonlySet<ReconcileReason>;
  readonly lane: Lane;
  /** The number of retries of this key since it was last forgotten. */
  readonly retryCount: number;
}

/** The options of a request to reconcile a key. */
export interface AddOptions {
  readonly reason: ReconcileReason;
  /** @default urgent */
  readonly lane?: Lane | undefined;
  /** The delay from now in milliseconds, 0 or more. @default 0 */
  readonly dueInMs?: number | undefined;
}
