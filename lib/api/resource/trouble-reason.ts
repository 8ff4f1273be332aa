/** Why a resource isn't Ready though time alone won't make it so: reasons of `Ready` and `Degraded`. */
export type ProblemReason =
  | 'AccessDenied'
  | 'ApiError'
  | 'ChildConflict'
  | 'ChildFailed'
  | 'ChildImmutable'
  | 'ChildInvalid'
  | 'ClaimNotGrown'
  | 'CleanupFailed'
  | 'FieldConflict'
  | 'HotLoop'
  | 'KindForbidden'
  | 'KindNotListed'
  | 'KindNotServed'
  | 'PassTimeout'
  | 'PruneHeld'
  | 'ReconcileFailed'
  | 'RenderFailed'
  | 'StatusInvalid'
  | 'TerminalError';

/** What a resource waits for: reasons of `Ready` and `Progressing`. */
export type WaitReason = 'ChildrenNotReady' | 'DeletionsWaiting' | 'Recreating' | 'WaitingForChild';

/** Why a resource isn't as its spec says, in a word that programs may go by. */
export type TroubleReason = ProblemReason | WaitReason;
