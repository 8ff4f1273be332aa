import type { CustomResourceClass, Resource, StatusContext, StoredObject } from '../../api/index.ts';
import type { UnknownChildren } from '../../constructs/index.ts';
import type { Child } from '../../render/index.ts';
import type { Answers } from './answers.ts';
import type { DeletionBudget } from './deletion-budget.ts';
import type { LiveObjects } from './live.ts';

/** What a pass is about: a resource, what is rendered from it, and what there is of that. */
export interface RenderedResource {
  readonly resource: StoredObject;
  readonly parsed: Resource<CustomResourceClass>;
  /** What `status` gets, and with the effects `reconcile`. */
  readonly context: StatusContext<CustomResourceClass, UnknownChildren>;
  readonly children: readonly Child[];
  readonly live: LiveObjects;
  readonly turns: ReturnType<DeletionBudget['turnsOf']>;
  readonly answers: Answers;
}
