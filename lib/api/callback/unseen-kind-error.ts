import { formatGroupVersionKind, type GroupVersionKind } from '../kind/group-version-kind.ts';
import type { Sight } from '../kind/sight.ts';

const brand = Symbol.for('operand.UnseenKindError');

/**
 * A callback asked for objects of a kind that can't be seen for now: to show none would look as if there were none.
 * A reconcile says so in the conditions, and leaves what the author has said in the status before. A webhook doesn't answer,
 * so that its failure policy decides.
 */
export class UnseenKindError extends Error {
  override readonly name = 'UnseenKindError';
  readonly code = 'unseen-kind';
  readonly kind: GroupVersionKind;
  readonly sight: Exclude<Sight, 'listed'>;
  readonly [brand] = true;

  constructor(
    { group, version, kind }: GroupVersionKind,
    { sight, owner }: { readonly sight: Exclude<Sight, 'listed'>; readonly owner: 'controller' | 'webhook' },
  ) {
    const title = formatGroupVersionKind({ group, version, kind });
    const choice = sight === 'not-served' && owner === 'controller' ? ", or set whenNotServed: 'skip' to see none" : '';
    super(`the objects of ${title} are not known: ${explanations[sight]}${choice}`);
    this.kind = { group, version, kind };
    this.sight = sight;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is UnseenKindError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

const explanations: Readonly<Record<UnseenKindError['sight'], string>> = {
  'not-served': "the API server doesn't serve the kind; install its CustomResourceDefinition",
  'not-listed': "the API server has not listed them since the operator's start; the operator's log has the reason",
  forbidden: 'this account may not list and watch the kind; allow it in a role that is bound to this account',
};
