import { parseObjectKey } from '../../api/index.ts';
import type { Lane, ReconcileReason } from './reconcile-request.ts';

/** A key for which a pass is wanted and not yet begun: all wishes for it, as one. */
export interface PendingKey {
  readonly key: string;
  readonly reasons: ReadonlySet<ReconcileReason>;
  readonly lane: Lane;
  readonly dueAtMs: number;
}

/** The namespace of a key; `''` for that of a cluster-scoped resource. */
export function namespaceOf(key: string): string {
  return parseObjectKey(key).namespace ?? '';
}

/**
 * Two wishes for one key as one: all their reasons, due as soon as the earlier one.
 *
 * It goes in the lane of the wish that counts: the earlier one, or, if both are due by now, the urgent one.
 * So a requeue that was urgent an hour from now does not make a key overtake others today.
 */
export function mergedKeys(first: PendingKey, second: PendingKey, nowMs: number): PendingKey {
  const [earlier, later] = second.dueAtMs < first.dueAtMs ? [second, first] : [first, second];
  const isLaterCounted = later.dueAtMs <= nowMs || later.dueAtMs === earlier.dueAtMs;
  return {
    key: first.key,
    reasons: new Set([...first.reasons, ...second.reasons]),
    lane: isLaterCounted && later.lane === 'urgent' ? 'urgent' : earlier.lane,
    dueAtMs: earlier.dueAtMs,
  };
}
