import { parseObjectKey } from '../../api/index.ts';
import type { Lane, ReconcileReason } from './reconcile-request.ts';

/** A key that waits to be reconciled: all requests for it, merged into one. */
export interface PendingKey {
  readonly key: string;
  readonly reasons: ReadonlySet<ReconcileReason>;
  readonly lane: Lane;
  readonly dueAtMs: number;
}

/** Returns the namespace of a key; `''` for a cluster-scoped resource. */
export function namespaceOf(key: string): string {
  return parseObjectKey(key).namespace ?? '';
}

/**
 * Merges two requests for one key: all their reasons, due at the earlier of the two times.
 *
 * The merged request keeps the lane of the earlier one; if both are due by now, it is urgent if one of them is. An urgent
 * request that is due in an hour does not make the key overtake others today.
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
