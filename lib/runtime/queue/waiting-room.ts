import { DueHeap } from './due-heap.ts';
import type { Lane } from './reconcile-request.ts';
import { mergedKeys, type WaitingKey } from './waiting-key.ts';

/** How many urgent keys in a row may overtake background keys that are due. */
const longestUrgentRun = 8;

/**
 * The keys that wait for a worker, each once: those due, by lane, and those whose time will come.
 *
 * Knows no clock: whoever asks says what time it is, and never an earlier one than before.
 */
export class WaitingRoom {
  readonly #waiting = new Map<string, WaitingKey>();
  readonly #delayed = new DueHeap<WaitingKey>();
  readonly #due: Readonly<Record<Lane, DueHeap<WaitingKey>>> = { urgent: new DueHeap(), background: new DueHeap() };
  readonly #becameDue: () => void;
  #overtaken = 0;

  /** @param becameDue - called for each key that was not due and now is. */
  constructor(becameDue: () => void) {
    this.#becameDue = becameDue;
  }

  /** How many keys wait. */
  get size(): number {
    return this.#waiting.size;
  }

  /** When the next key becomes due that isn't yet. */
  get nextDueAtMs(): number | undefined {
    return this.#delayed.first?.dueAtMs;
  }

  /** How many keys are due. */
  dueCount(nowMs: number): number {
    this.#promote(nowMs);
    return this.#due.urgent.size + this.#due.background.size;
  }

  /** Puts a key in, or merges it with what waits under that key. */
  add(added: WaitingKey, nowMs: number): void {
    this.#promote(nowMs);
    const before = this.#waiting.get(added.key);
    const after = before === undefined ? added : mergedKeys(before, added, nowMs);
    this.#waiting.set(after.key, after);
    const wasDue = before !== undefined && this.#removeDue(before);
    if (before !== undefined && !wasDue) this.#delayed.remove(before);
    if (after.dueAtMs > nowMs) {
      this.#delayed.add(after, after.dueAtMs);
    } else {
      this.#due[after.lane].add(after, after.dueAtMs);
      if (!wasDue) this.#becameDue();
    }
  }

  /** Takes out the key whose turn it is; undefined if none is due. */
  take(nowMs: number): WaitingKey | undefined {
    this.#promote(nowMs);
    const lane = this.#nextLane();
    const next = this.#due[lane].first?.item;
    if (next === undefined) return undefined;
    this.#due[lane].remove(next);
    this.#waiting.delete(next.key);
    return next;
  }

  /** Urgent first, but of every nine keys taken while background keys are due, at least one is a background key. */
  #nextLane(): Lane {
    const { urgent, background } = this.#due;
    const isBackgroundsTurn = background.size > 0 && (urgent.size === 0 || this.#overtaken === longestUrgentRun);
    this.#overtaken = isBackgroundsTurn || background.size === 0 ? 0 : this.#overtaken + 1;
    return isBackgroundsTurn ? 'background' : 'urgent';
  }

  #promote(nowMs: number): void {
    for (let first = this.#delayed.first; first !== undefined && first.dueAtMs <= nowMs; first = this.#delayed.first) {
      this.#delayed.remove(first.item);
      this.#due[first.item.lane].add(first.item, first.dueAtMs);
      this.#becameDue();
    }
  }

  #removeDue(waiting: WaitingKey): boolean {
    return this.#due[waiting.lane].remove(waiting);
  }
}
