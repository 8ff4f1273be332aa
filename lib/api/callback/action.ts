import type { Duration } from 'cdk8s';

/**
 * The next step for a resource after a reconcile that did not fail.
 *
 * @example Action.requeueAfter(Duration.minutes(5))
 */
export type Action = { readonly type: 'await-change' } | { readonly type: 'requeue'; readonly afterMs: number };

const awaiting: Action = { type: 'await-change' };

/**
 * Named constructors of {@link Action}.
 *
 * @example
 * new Controller(this, 'Controller', {
 *   for: Memcached,
 *   render: (scope, { metadata }) => new MemcachedServer(scope, 'Server', { name: metadata.name }),
 *   reconcile: ({ spec }) => (spec.size > 3 ? Action.requeueAfter(Duration.minutes(5)) : Action.awaitChange()),
 * });
 */
export const Action = {
  /** Waits until the resource, or an object that concerns it, changes. */
  awaitChange(): Action {
    return awaiting;
  },

  /** Reconciles again as soon as a worker is free. */
  requeue(): Action {
    return { type: 'requeue', afterMs: 0 };
  },

  /** Reconciles again after `delay`, or sooner if something changes. */
  requeueAfter(delay: Duration): Action {
    return { type: 'requeue', afterMs: delay.toMilliseconds() };
  },
};
