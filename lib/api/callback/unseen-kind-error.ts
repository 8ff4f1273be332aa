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

  constructor({ group, version, kind }: GroupVersionKind, sight: Exclude<Sight, 'listed'>) {
    const title = formatGroupVersionKind({ group, version, kind });
    super(`what there is of ${title} can't be told: ${explanations[sight]}`);
    this.kind = { group, version, kind };
    this.sight = sight;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is UnseenKindError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

const explanations: Readonly<Record<UnseenKindError['sight'], string>> = {
  'not-served': "the API server doesn't serve it; install it, or say whenNotServed 'skip' to be shown none",
  'not-listed': "the API server hasn't listed any since the operator's start; the operator's log tells why",
  forbidden: 'this account may not list and watch it; allow it in a role that is bound to this account',
};
