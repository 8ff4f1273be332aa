import type { ListState } from '../../../api/index.ts';
import type { Child } from '../../../render/index.ts';

/**
 * The outcome of applying one child.
 *
 * `terminating`: an object of its name is being deleted · `recreated`: it was deleted, and is recreated when it is gone ·
 * `child-conflict`: another owner's object has its name · `field-conflict`: other managers own some of its fields ·
 * `postponed`: it isn't created yet, because other children aren't ready · `kind-unavailable`: it stays as it is, whether
 * it exists or not, because its kind isn't served or listed · `deletion-waiting`: it is to be deleted and recreated, and
 * the deletion limits don't allow that yet.
 */
export type Outcome =
  | { readonly type: 'as-rendered' | 'terminating' | 'recreated' }
  | { readonly type: 'child-conflict' | 'field-conflict' | 'postponed'; readonly message: string }
  /** The list state of its kind at that decision. */
  | { readonly type: 'kind-unavailable'; readonly listState: Exclude<ListState, 'listed'> }
  /** Such as `Deployment default/web: spec.replicas`. Without values, since some are secrets. */
  | { readonly type: 'written'; readonly places: readonly string[] }
  | { readonly type: 'deletion-waiting'; readonly waitMs: number };

/** A child with its outcome. */
export type ChildOutcome = Outcome & { readonly child: Child };

/** The outcomes of one type. */
export function outcomesOf<Type extends Outcome['type']>(outcomes: readonly ChildOutcome[], type: Type) {
  return outcomes.filter((outcome): outcome is ChildOutcome & { readonly type: Type } => outcome.type === type);
}
