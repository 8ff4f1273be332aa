import type { CustomResourceClass, Resource, StatusContext, StoredObject } from '../../api/index.ts';
import type { UnknownChildren } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import type { Answers } from './answers.ts';
import type { DeletionBudget } from './pruning/deletion-budget.ts';
import type { LiveObjects } from './rendering/live.ts';

/** The subject of a reconcile: a resource, its rendered children, and their observed objects. */
export interface RenderedResource {
  readonly resource: StoredObject;
  readonly parsed: Resource<CustomResourceClass>;
  /** The context of `status` and, with the effects, of `reconcile`. */
  readonly context: StatusContext<CustomResourceClass, UnknownChildren>;
  readonly children: readonly Child[];
  readonly live: LiveObjects;
  readonly turns: ReturnType<DeletionBudget['turnsOf']>;
  readonly answers: Answers;
}
