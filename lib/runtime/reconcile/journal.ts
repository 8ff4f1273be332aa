import type { ObjectKey, StoredObject } from '../../api/index.ts';
import type { ChildConflict } from './child-conflict.ts';
import type { Contest } from './contest.ts';

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

  /** The server has refused to apply a child because others own some of its fields. */
  contested(resource: StoredObject, contest: Contest): void;

  /** The names of these children are taken; an empty list says that none is. Told at every pass that gets so far. */
  blocked(resource: StoredObject, conflicts: readonly ChildConflict[]): void;

  /** A failed pass could not say so in the resource's status. */
  unreported(resource: StoredObject, error: unknown): void;

  /** There is no such resource any more, if there ever was: whatever is remembered of it can be forgotten. */
  gone(resource: ObjectKey): void;
}
