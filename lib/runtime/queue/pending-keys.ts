import { parseObjectKey } from '../../api/index.ts';
import { DueHeap } from '../../clock/index.ts';
import { NamespacedHeap } from './namespaced-heap.ts';
import type { Lane, ReconcileReason } from './reconcile-request.ts';

/** The number of urgent keys in a row that may overtake background keys that are due. */
const longestUrgentRun = 8;

/**
 * The keys that wait for a worker, each once: due keys by lane and namespace, and keys that are due later.
 *
 * Has no clock: the caller gives the time, never an earlier one than before.
 */
export class PendingKeys {
  readonly #waiting = new Map<string, PendingKey>();
  readonly #delayed = new DueHeap<PendingKey>();
  readonly #due: Readonly<Record<Lane, NamespacedHeap<PendingKey>>> = {
    urgent: new NamespacedHeap(),
    background: new NamespacedHeap(),
  };
  readonly #becameDue: () => void;
  #overtaken = 0;

  /** @param becameDue - called for each key when it becomes due. */
  constructor(becameDue: () => void) {
    this.#becameDue = becameDue;
  }

  /** The number of waiting keys. */
  get size(): number {
    return this.#waiting.size;
  }

  /** The earliest due time of the keys that are not due yet. */
  get nextDueAtMs(): number | undefined {
    return this.#delayed.first?.dueAtMs;
  }

  /** All waiting keys, in any order. */
  values(): Iterable<PendingKey> {
    return this.#waiting.values();
  }

  /** Returns the number of due keys. */
  dueCount(nowMs: number): number {
    this.#promoteDue(nowMs);
    return this.#due.urgent.size + this.#due.background.size;
  }

  /** Adds a key, or merges it with the waiting request for the same key. */
  add(added: PendingKey, nowMs: number): void {
    this.#promoteDue(nowMs);
    const before = this.#waiting.get(added.key);
    const after = before === undefined ? added : mergedPendingKeys(before, added, nowMs);
    this.#waiting.set(after.key, after);
    const wasDue = before !== undefined && this.#removeDue(before);
    if (before !== undefined && !wasDue) this.#delayed.remove(before);
    if (after.dueAtMs > nowMs) {
      this.#delayed.add(after, after.dueAtMs);
    } else {
      this.#addDue(after);
      if (!wasDue) this.#becameDue();
    }
  }

  /** Removes a key, if it waits. */
  remove(key: string): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    this.#waiting.delete(key);
    if (!this.#removeDue(waiting)) this.#delayed.remove(waiting);
  }

  /**
   * Removes and returns the next key; undefined if none is due in a namespace that `chooseNamespace` allows.
   *
   * @param chooseNamespace - selects one of the namespaces with due keys. They come in turn order: the one whose last turn is
   * longest ago first.
   */
  take(nowMs: number, chooseNamespace: (namespaces: Iterable<string>) => string | undefined): PendingKey | undefined {
    this.#promoteDue(nowMs);
    const isBackgroundsTurn = this.#overtaken >= longestUrgentRun;
    const next =
      this.#takeFrom(isBackgroundsTurn ? 'background' : 'urgent', chooseNamespace) ??
      this.#takeFrom(isBackgroundsTurn ? 'urgent' : 'background', chooseNamespace);
    if (next !== undefined) this.#waiting.delete(next.key);
    return next;
  }

  /** Takes at least one background key of nine keys in a row, while background keys are due. */
  #takeFrom(lane: Lane, chooseNamespace: (namespaces: Iterable<string>) => string | undefined): PendingKey | undefined {
    const namespace = chooseNamespace(this.#due[lane].namespaces);
    const next = namespace === undefined ? undefined : this.#due[lane].take(namespace);
    if (next !== undefined)
      this.#overtaken = lane === 'urgent' && this.#due.background.size > 0 ? this.#overtaken + 1 : 0;
    return next;
  }

  #addDue(waiting: PendingKey): void {
    this.#due[waiting.lane].add(waiting, namespaceOf(waiting.key), waiting.dueAtMs);
  }

  #promoteDue(nowMs: number): void {
    for (let first = this.#delayed.first; first !== undefined && first.dueAtMs <= nowMs; first = this.#delayed.first) {
      this.#delayed.remove(first.item);
      this.#addDue(first.item);
      this.#becameDue();
    }
  }

  #removeDue(waiting: PendingKey): boolean {
    return this.#due[waiting.lane].remove(waiting, namespaceOf(waiting.key));
  }
}

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
export function mergedPendingKeys(first: PendingKey, second: PendingKey, nowMs: number): PendingKey {
  const [earlier, later] = second.dueAtMs < first.dueAtMs ? [second, first] : [first, second];
  const isLaterCounted = later.dueAtMs <= nowMs || later.dueAtMs === earlier.dueAtMs;
  return {
    key: first.key,
    reasons: new Set([...first.reasons, ...second.reasons]),
    lane: isLaterCounted && later.lane === 'urgent' ? 'urgent' : earlier.lane,
    dueAtMs: earlier.dueAtMs,
  };
}
