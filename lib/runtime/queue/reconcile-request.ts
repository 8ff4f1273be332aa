/**
 * Why a key is in the queue.
 *
 * `listed`: a list showed the resource, at the start or after the watch had lost its place.
 * `resource-updated`, `child-updated`, `watched-updated`: a watch saw a change, deletions included, of the resource
 * itself, of something that it owns, or of something that concerns it.
 * `gained`: the resource was another replica's to work on until now.
 * `resync`: somebody wants everything looked at again.
 * `requeued`: the last pass asked for it. `retry`: the last pass failed.
 */
export type ReconcileReason =
  | 'listed'
  | 'resource-updated'
  | 'child-updated'
  | 'watched-updated'
  | 'gained'
  | 'resync'
  | 'requeued'
  | 'retry';

/** `urgent`: somebody waits for it. `background`: work in bulk, such as that of a start, which urgent work overtakes. */
export type Lane = 'urgent' | 'background';

/** A key that a worker has taken: one pass is wanted, for all the reasons that have come together. */
export interface ReconcileRequest {
  readonly key: string;
  /** In the order in which they came. */
  readonly reasons: ReadonlySet<ReconcileReason>;
  readonly lane: Lane;
  /** How many retries of this key have been asked for since it was last forgotten. */
  readonly retryCount: number;
}

/** One wish for a pass. */
export interface Wish {
  readonly reason: ReconcileReason;
  /** @default urgent */
  readonly lane?: Lane | undefined;
  /** From now, 0 or more. @default 0 */
  readonly dueInMs?: number | undefined;
}
