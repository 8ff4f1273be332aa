import type { FailureReason, ProblemReason } from '../../../api/index.ts';

/** The reason and message of a problem that keeps a resource from its spec, for programs and for users. */
export interface FailureCause {
  readonly reason: FailureReason;
  readonly message: string;
}

/** A problem that keeps a resource from its spec until a user acts. */
export interface Problem extends FailureCause {
  readonly reason: ProblemReason;
  /** The error, if one was thrown. */
  readonly error?: unknown;
  /** The error of writing the status, if that has failed and the status doesn't report the problem. */
  readonly statusError?: unknown;
}
