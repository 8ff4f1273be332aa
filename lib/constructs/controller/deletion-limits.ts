/**
 * The reaction to a render without any children, if the resource has children that were rendered from the same spec. A
 * referenced object that vanishes or a bug in a new release can cause that.
 */
export type WhenNothingRendered =
  /** Deletes none of them until something is rendered or the spec changes, and reports it in the conditions. */
  | 'hold'
  /** Deletes them: the empty render is intended. */
  | 'prune';

/**
 * Limits on deletions, so that a mistake in a render or in many specs doesn't delete most children before an admin
 * notices.
 */
export interface DeletionLimits {
  /**
   * The number of children that may be deleted in a minute, of all resources together. It counts children that are no
   * longer rendered or must be created again. That many can be deleted at once, later ones evenly. Further ones wait,
   * and the conditions of the resource report that.
   *
   * @default 60
   */
  readonly deletionsPerMinute?: number;

  /**
   * The largest part of a resource's children that one reconcile may prune, above 0 and up to 1. If more are no longer
   * rendered, none is pruned, and the conditions name them.
   *
   * @default 1, which is all of them
   */
  readonly prunedShare?: number;

  /** The reaction to a render without any children, from the same spec as before. @default hold */
  readonly whenNothingRendered?: WhenNothingRendered;
}

/** The limits that apply unless a definition sets others. */
export const defaultDeletionLimits: Required<DeletionLimits> = {
  deletionsPerMinute: 60,
  prunedShare: 1,
  whenNothingRendered: 'hold',
};

/** Yields the findings for deletion limits, one sentence each with its remedy. */
export function* deletionLimitFindings(deletionLimits: DeletionLimits = {}): Iterable<string> {
  const { deletionsPerMinute, prunedShare } = { ...defaultDeletionLimits, ...deletionLimits };
  if (!Number.isInteger(deletionsPerMinute) || deletionsPerMinute < 1)
    yield `deletionsPerMinute is ${deletionsPerMinute}: write a whole number from 1`;
  if (!(prunedShare > 0 && prunedShare <= 1))
    yield `prunedShare is ${prunedShare}: write a number above 0 and up to 1, or set whenDropped to 'keep' in \`owns\``;
}
