import { formatGroupVersionKind, type Index, resolveFollowedKind } from '../../api/index.ts';

/** A callback asked by an index that the caches of its controller don't have. */
export class UnknownIndexError extends Error {
  override readonly name = 'UnknownIndexError';
  readonly code = 'unknown-index';

  constructor({ of }: Index) {
    super(
      `no cache has this index of ${formatGroupVersionKind(resolveFollowedKind(of))}: name it in the controller's \`indexes\``,
    );
  }
}
