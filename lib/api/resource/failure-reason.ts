/** The reasons of {@link ProblemReason}. */
export const problemReasons = [
  'AccessDenied',
  'ApiError',
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

/** Why a resource isn't Ready though time alone won't make it so: reasons of `Ready` and `Degraded`, and of Events. */
export type ProblemReason = (typeof problemReasons)[number];

/** The reasons of {@link WaitReason}. */
export const waitReasons = ['ChildrenNotReady', 'DeletionsWaiting', 'Recreating', 'WaitingForChild'] as const;

/** What a resource waits for: reasons of `Ready` and `Progressing`. */
export type WaitReason = (typeof waitReasons)[number];

/** Why a resource isn't as its spec says, in a word that programs may go by. */
export type FailureReason = ProblemReason | WaitReason;

/** The reasons of {@link CalmReason}. */
export const calmReasons = ['Annotated', 'AsExpected', 'ChildrenReady', 'Settled'] as const;

/** That nothing keeps a resource from its spec, or that it is paused: reasons of all the library's conditions. */
export type CalmReason = (typeof calmReasons)[number];

/** Whether a condition's reason is one of a problem. */
export function isProblemReason(reason: string): reason is ProblemReason {
  return problemReasons.some((known) => known === reason);
}
