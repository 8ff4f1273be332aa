// In: keys that have failed, and when each may be retried. Out: the keys to retry now. Called by the work queue.

import { DueHeap, TokenBucket, type TokenBucketOptions } from '../../clock/index.ts';
import { NamespacedHeap } from './namespaced-heap.ts';
import type { Lane } from './reconcile-request.ts';

/** A key that waits for its retry. */
export interface Retry {
  readonly key: string;
  /** `''` for a cluster-scoped resource. */
  readonly namespace: string;
  readonly lane: Lane;
  readonly notBeforeMs: number;
  /** When the key is retried at the latest, whatever the rate: `notBeforeMs` or later. */
  readonly notAfterMs: number;
}

/**
 * Limits the rate of retries and divides it among namespaces in turn, so that a namespace with a thousand failing keys
 * delays a key of another namespace by one turn for each of that namespace's own retries. A key waits until its
 * namespace's turn comes, at the latest until `notAfterMs`. Keys retried at that limit take no turn.
 *
 * Has no clock: the caller gives the time, never an earlier one than before.
 */
export class RetryQueue {
  readonly #bucket: TokenBucket;
  readonly #retries = new Map<string, Retry>();
  readonly #early = new DueHeap<Retry>();
  readonly #waiting = new NamespacedHeap<Retry>();
  readonly #deadlines = new DueHeap<Retry>();

  constructor(rate: TokenBucketOptions, nowMs: number) {
    this.#bucket = new TokenBucket(rate, nowMs);
  }

  /** The number of waiting keys. */
  get size(): number {
    return this.#retries.size;
  }

  /** All waiting keys, in any order. */
  values(): Iterable<Retry> {
    return this.#retries.values();
  }

  /** Adds a key. A key that is already in the line gets the new times. */
  add(retry: Retry): void {
    this.remove(retry.key);
    this.#retries.set(retry.key, retry);
    this.#early.add(retry, retry.notBeforeMs);
    this.#deadlines.add(retry, retry.notAfterMs);
  }

  /** Removes a key, if it is in the line. */
  remove(key: string): void {
    const retry = this.#retries.get(key);
    if (retry === undefined) return;
    this.#retries.delete(key);
    this.#deadlines.remove(retry);
    if (!this.#early.remove(retry)) this.#waiting.remove(retry, retry.namespace);
  }

  /** Removes and returns the next key to retry now; undefined if there is none. */
  take(nowMs: number): Retry | undefined {
    this.#promoteDue(nowMs);
    const overdue = this.#deadlines.first;
    const next = overdue !== undefined && overdue.dueAtMs <= nowMs ? overdue.item : this.#takeInTurn(nowMs);
    if (next !== undefined) this.remove(next.key);
    return next;
  }

  /** Returns when the next key is to be retried; undefined if none waits. */
  nextAtMs(nowMs: number): number | undefined {
    this.#promoteDue(nowMs);
    const inTurnMs = this.#waiting.size > 0 ? this.#bucket.readyAtMs(nowMs) : this.#early.first?.dueAtMs;
    const deadlineMs = this.#deadlines.first?.dueAtMs;
    return inTurnMs === undefined || deadlineMs === undefined ? deadlineMs : Math.min(inTurnMs, deadlineMs);
  }

  #takeInTurn(nowMs: number): Retry | undefined {
    const [namespace] = this.#waiting.namespaces;
    return namespace !== undefined && this.#bucket.take(nowMs) ? this.#waiting.take(namespace) : undefined;
  }

  #promoteDue(nowMs: number): void {
    for (let first = this.#early.first; first !== undefined && first.dueAtMs <= nowMs; first = this.#early.first) {
      this.#early.remove(first.item);
      this.#waiting.add(first.item, first.item.namespace, first.dueAtMs);
    }
  }
}
