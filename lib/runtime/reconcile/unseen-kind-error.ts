import { formatGroupVersionKind, type GroupVersionKind, type ProblemReason, type Sight } from '../../api/index.ts';

const brand = Symbol.for('operand.UnseenKindError');

/**
 * A callback asked for objects of a kind that can't be seen for now: to show none would look as if there were none.
 * The pass says so in the conditions, and leaves what the author has said in the status before.
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

/** What is known of a kind → the reason for which whoever asks for its objects gets no answer. */
export const unseenReasons = {
  'not-served': 'KindNotServed',
  'not-listed': 'KindNotListed',
  forbidden: 'KindForbidden',
} as const satisfies Record<UnseenKindError['sight'], ProblemReason>;
