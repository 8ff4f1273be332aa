/**
 * What is done when nothing at all is rendered from a resource that has children, though its spec is still the one that
 * they were rendered from, as when a referenced object vanishes or a new release has a bug.
 */
export type WhenNothingRendered =
  /** Delete none of them until something is rendered or the spec changes, and say so in the conditions. */
  | 'hold'
  /** Delete them: nothing is what was meant. */
  | 'prune';

/** What keeps a mistake in a render, or in many specs at once, from deleting more than somebody can watch. */
export interface DeletionLimits {
  /**
   * How many children of all resources together may be deleted in a minute, because they are no longer rendered or are
   * to be made anew: as many at once, then evenly. Further ones wait their turn, and the resource's conditions say so.
   *
   * @default 60
   */
  readonly deletionsPerMinute?: number;

  /**
   * The largest part of the children of one resource that a pass may prune, above 0 and up to 1. If more are no longer
   * rendered, none is pruned, and the conditions name them.
   *
   * @default 1, which is all of them
   */
  readonly prunedShare?: number;

  /** What is done when nothing at all is rendered any more from the same spec. @default hold */
  readonly whenNothingRendered?: WhenNothingRendered;
}

/** What applies where a definition says nothing. */
export const defaultDeletionLimits: Required<DeletionLimits> = {
  deletionsPerMinute: 60,
  prunedShare: 1,
  whenNothingRendered: 'hold',
};

/** What is wrong with interlocks, one sentence each with its remedy. */
export function deletionLimitFindings(deletionLimits: DeletionLimits = {}): string[] {
  const { deletionsPerMinute, prunedShare } = { ...defaultDeletionLimits, ...deletionLimits };
  return [
    ...(Number.isInteger(deletionsPerMinute) && deletionsPerMinute >= 1
      ? []
      : [`deletionsPerMinute is ${deletionsPerMinute}: write a whole number from 1`]),
    ...(prunedShare > 0 && prunedShare <= 1
      ? []
      : [`prunedShare is ${prunedShare}: write a number above 0 and up to 1, or say whenDropped 'keep' in \`owns\``]),
  ];
}
