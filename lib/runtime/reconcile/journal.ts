import type { ObjectKey, StoredObject } from '../../api/index.ts';
import type { Child } from '../../render/index.ts';
import type { Problem } from './status/failure-cause.ts';

/** Receives the events of reconciles. */
export interface Journal {
  /** Called when an object was written for a resource; the response is the object as the server now holds it. */
  objectWritten(resource: ObjectKey, response: StoredObject): void;

  /** Called when a child that is no longer rendered was deleted. */
  childPruned(resource: StoredObject, child: StoredObject): void;

  /** Called when a child that can't be changed was deleted, to be recreated. */
  childRecreated(resource: StoredObject, child: StoredObject): void;

  /**
   * Called when a larger volume claim was requested for a child's pods; the response is the claim as the server now holds
   * it.
   */
  claimGrown(resource: StoredObject, response: StoredObject): void;

  /**
   * Called when an object without a controller has become a child; the response is the object as the server now holds it.
   */
  childAdopted(resource: StoredObject, response: StoredObject): void;

  /** Called with the children whose names other objects have, or with none, at every reconcile that gets so far. */
  childrenConflicting(resource: StoredObject, children: readonly Child[]): void;

  /**
   * Called when a reconcile has ended with this problem, or with none. Called after the status was written, or could
   * not be written; not after failures that a retry probably fixes.
   *
   * @param resource - with the status as it was before the reconcile.
   */
  reconcileConcluded(resource: StoredObject, problem: Problem | undefined): void;

  /** Called when the resource doesn't exist any more, if it ever did: everything about it can be forgotten. */
  resourceGone(resource: ObjectKey): void;
}

/** For reconciles without caches, Events and log lines. */
export const silentJournal: Journal = {
  objectWritten() {},
  childPruned() {},
  childRecreated() {},
  claimGrown() {},
  childAdopted() {},
  childrenConflicting() {},
  reconcileConcluded() {},
  resourceGone() {},
};
