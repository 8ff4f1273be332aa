import { formatGroupVersionKind, type GroupVersionKind } from '../kind/group-version-kind.ts';
import type { ListState } from '../kind/list-state.ts';

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
  readonly listState: Exclude<ListState, 'listed'>;
  readonly [brand] = true;

  constructor(
    { group, version, kind }: GroupVersionKind,
    {
      listState,
      owner,
    }: { readonly listState: Exclude<ListState, 'listed'>; readonly owner: 'controller' | 'webhook' },
  ) {
    const title = formatGroupVersionKind({ group, version, kind });
    const choice =
      listState === 'not-served' && owner === 'controller' ? ", or set whenNotServed: 'skip' to see none" : '';
    super(`the objects of ${title} are not known: ${explanations[listState]}${choice}`);
    this.kind = { group, version, kind };
    this.listState = listState;
  }

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is UnseenKindError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}

const explanations: Readonly<Record<UnseenKindError['listState'], string>> = {
  'not-served': "the API server doesn't serve the kind; install its CustomResourceDefinition",
  'not-listed': "the API server has not listed them since the operator's start; the operator's log has the reason",
  forbidden: 'this account may not list and watch the kind; allow it in a role that is bound to this account',
};
