// In: the changes of every kind that a controller follows. Out: the keys that want a pass, in the queue.
// Called by the stores of one controller.

import {
  formatObjectKey,
  groupVersionKind,
  isSameKind,
  type Kind,
  objectKey,
  type StoredObject,
} from '../api/index.ts';
import type { Change, OwnWrites } from './cache/index.ts';
import type { NameClaims } from './name-claims.ts';
import type { WorkQueue } from './queue/index.ts';
import { concerned, type ReasonedTrigger } from './trigger.ts';

/** What changes are routed by, and to. */
export interface ChangeRouterPorts {
  /** The kind that is reconciled. */
  readonly kind: Kind;
  readonly queue: Pick<WorkQueue, 'add'>;
  readonly ownWrites: Pick<OwnWrites, 'observe'>;
  readonly claims: Pick<NameClaims, 'of'>;
}

/** Takes a change, and the triggers of its object's kind. */
export type ChangeRouter = (change: Change, triggers: readonly ReasonedTrigger[]) => void;

/**
 * Puts the keys that a change concerns into the queue, but for those whose own write it is.
 * What a list shows goes into the background; it is bulk, and nobody waits for it in particular.
 */
export function changeRouter({ kind, queue, ownWrites, claims }: ChangeRouterPorts): ChangeRouter {
  const claimed: ReasonedTrigger = { trigger: (object) => claims.of(object), reason: 'child-updated' };

  return (change, triggers) => {
    const reasons = concerned(change, [...triggers, claimed]);
    const add = (key: string) => {
      const reason = reasons.get(key) ?? 'resync';
      queue.add(key, change.origin === 'list' ? { reason: 'listed', lane: 'background' } : { reason });
    };
    const renewed = renewedResource(change, kind);
    const others = [...reasons.keys()].filter((key) => key !== renewed);
    ownWrites.observe(change, others, add);
    if (renewed !== undefined) add(renewed);
  };
}

/**
 * The key of the resource whose rendered part has changed, if one has. A pass reads that at its beginning, so that it
 * is news even in the answer to the pass's own write, which may bring along what others have changed.
 */
function renewedResource(change: Change, kind: Kind): string | undefined {
  if (change.type !== 'updated' || !isSameKind(groupVersionKind(change.object), kind)) return undefined;
  return rendered(change.object) === rendered(change.previous) ? undefined : formatObjectKey(objectKey(change.object));
}

/** What can change of a resource that a render goes by. */
function rendered({ metadata: { generation, deletionTimestamp, labels, annotations } }: StoredObject): string {
  return JSON.stringify([generation, deletionTimestamp, labels, annotations]);
}
