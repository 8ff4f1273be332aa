import type { ObjectKey, ProblemReason, StoredObject } from '../../api/index.ts';
import type { ChildConflict } from './child-conflict.ts';
import type { FailureCause } from './standard-conditions.ts';

/** What keeps a resource from its spec until somebody acts. */
export interface Problem extends FailureCause {
  readonly reason: ProblemReason;
  /** What was thrown, if anything was. */
  readonly error?: unknown;
  /** Why the status doesn't report the problem, if writing it has failed. */
  readonly statusError?: unknown;
}

/** Who is told what passes do. */
export interface Journal {
  /** An object was written for a resource; the answer is what the server now holds. */
  written(resource: ObjectKey, answer: StoredObject): void;

  /** A child that is no longer rendered was deleted. */
  pruned(resource: StoredObject, child: StoredObject): void;

  /** A child that can't be changed was deleted, to be made anew. */
  recreated(resource: StoredObject, child: StoredObject): void;

  /** A volume claim of a child's pods was asked to be larger; the answer is what the server now holds. */
  grown(resource: StoredObject, answer: StoredObject): void;

  /** An object that nobody controlled has become a child; the answer is what the server now holds. */
  adopted(resource: StoredObject, answer: StoredObject): void;

  /** The names of these children are taken; an empty list says that none is. Told at every pass that gets so far. */
  blocked(resource: StoredObject, conflicts: readonly ChildConflict[]): void;

  /**
   * A reconcile has ended with this problem, or with none. Called after the status was written, and also where it could not
   * be; not after failures that a retry probably fixes.
   *
   * @param resource - with the status as it was before the reconcile.
   */
  concluded(resource: StoredObject, problem: Problem | undefined): void;

  /** There is no such resource any more, if there ever was: whatever is remembered of it can be forgotten. */
  gone(resource: ObjectKey): void;
}
