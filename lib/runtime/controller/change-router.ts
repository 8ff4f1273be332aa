// In: the changes of every kind that a controller watches. Out: the keys to reconcile, in the queue. Called by the
// stores of one controller.

import type { Change, OwnWrites } from '../cache/index.ts';
import type { ReconcileReason, WorkQueue } from '../queue/index.ts';
import type { NameClaims } from './name-claims.ts';
import { concerned, type ReasonedTrigger } from './trigger.ts';

/** The dependencies of a change router. */
export interface ChangeRouterPorts {
  readonly queue: Pick<WorkQueue, 'add'>;
  readonly ownWrites: Pick<OwnWrites, 'observe'>;
  readonly claims: Pick<NameClaims, 'of'>;
}

/** Routes the changes of one kind. */
export type ChangeRouter = (change: Change) => void;

/**
 * Queues the keys that a change concerns. A key that wrote the change itself isn't queued, unless it renders the
 * object. Changes of a list go into the background lane: they are many, and no user waits for one of them.
 *
 * @param triggers - those of the kind.
 */
export function changeRouter(
  { queue, ownWrites, claims }: ChangeRouterPorts,
  triggers: readonly ReasonedTrigger[],
): ChangeRouter {
  const claimed: ReasonedTrigger = { trigger: (object) => claims.of(object), reason: 'child-updated' };
  const renderers = triggers.filter(({ isRendered }) => isRendered);
  const followers = [...triggers.filter(({ isRendered }) => !isRendered), claimed];

  return (change) => {
    const add = (key: string, reason: ReconcileReason) =>
      queue.add(key, change.origin === 'list' ? { reason: 'listed', lane: 'background' } : { reason });
    const rendered = concerned(change, renderers);
    const others = concerned(change, followers);
    ownWrites.observe(change, others.keys(), (key) => add(key, others.get(key) ?? 'resync'));
    for (const [key, reason] of rendered) add(key, reason);
  };
}
