import type { Duration } from 'cdk8s';

/**
 * What happens to a resource after a pass that did not fail.
 *
 * @example Action.requeueAfter(Duration.minutes(5))
 */
export type Action = { readonly type: 'await-change' } | { readonly type: 'requeue'; readonly afterMs: number };

const awaiting: Action = { type: 'await-change' };

/** Named constructors of {@link Action}. */
export const Action = {
  /** Nothing until the resource, or something that concerns it, changes. */
  awaitChange(): Action {
    return awaiting;
  },

  /** Another pass as soon as a worker is free. */
  requeue(): Action {
    return { type: 'requeue', afterMs: 0 };
  },

  /** Another pass after `delay`, or sooner if something changes. */
  requeueAfter(delay: Duration): Action {
    return { type: 'requeue', afterMs: delay.toMilliseconds() };
  },
};
