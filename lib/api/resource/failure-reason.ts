/** The reasons of {@link ProblemReason}. */
export const problemReasons = [
  'AccessDenied',
  'ApiError',
  'CacheFull',
  'ChildConflict',
  'ChildFailed',
  'ChildImmutable',
  'ChildInvalid',
  'ClaimNotGrown',
  'CleanupFailed',
  'FieldConflict',
  'HotLoop',
  'KindForbidden',
  'KindNotListed',
  'KindNotServed',
  'PassTimeout',
  'PruneHeld',
  'ReconcileFailed',
  'RenderFailed',
  'StatusInvalid',
  'TerminalError',
] as const;

/**
 * The cause that keeps a resource from being Ready until something is fixed: a reason of `Ready` and `Degraded`, and of
 * Events.
 */
export type ProblemReason = (typeof problemReasons)[number];

/** The reasons of {@link WaitReason}. */
export const waitReasons = ['ChildrenNotReady', 'DeletionsWaiting', 'Recreating', 'WaitingForChild'] as const;

/** The cause of a wait that ends by itself: a reason of `Ready` and `Progressing`. */
export type WaitReason = (typeof waitReasons)[number];

/** The cause why a resource isn't as its spec says, in a word for programs. */
export type FailureReason = ProblemReason | WaitReason;

/** The reasons of conditions without a problem, and of a paused resource. */
export const healthyReasons = ['Annotated', 'AsExpected', 'ChildrenReady', 'Settled'] as const;

/** Returns true if a condition's reason is that of a problem. */
export function isProblemReason(reason: string): reason is ProblemReason {
  return problemReasons.some((known) => known === reason);
}
