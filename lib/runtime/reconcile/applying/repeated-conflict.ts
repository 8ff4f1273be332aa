// In: applies that took fields that can be handed over from other field managers. Out: the children whose fields
// another manager takes back each time. Called when a child is applied by force, and before the next time.

import type { StoredObject } from '../../../api/index.ts';
import type { Clock } from '../../../clock/index.ts';
import { BoundedMap } from '../../../schema/index.ts';

/**
 * The limits from which another manager takes fields back each time. An autoscaler writes every 15 s, or after 5 min.
 */
export const repeatedConflictLimit = {
  takeCount: 5,
  /** Between two applies. Slower changes are edits by users. */
  longestGapMs: 600_000,
  /** The time that the other manager then keeps the fields until they are taken once more. */
  truceMs: 3_600_000,
} as const;

/** The number of remembered children. A forgotten one is counted from zero. */
const capacity = 10_000;

interface Takes {
  /** Digest of the rendered object. */
  desired: string;
  count: number;
  sinceMs: number;
}

/**
 * The field ownership conflicts of one controller's children that force doesn't resolve, such as that of an autoscaler
 * and a render that both set `replicas`.
 */
export class RepeatedConflicts {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By uid of the child; the child taken last is at the end. */
  readonly #takes = new BoundedMap<string, Takes>(capacity);

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Remembers an apply that took fields by force. @param desired - digest of the rendered object */
  recordForcedApply({ metadata: { uid } }: StoredObject, desired: string): void {
    const nowMs = this.#clock.monotonic();
    const known = this.#takes.get(uid);
    if (known === undefined || nowMs - known.sinceMs > this.#longestGapMs(known)) {
      this.#takes.set(uid, { desired, count: 1, sinceMs: nowMs });
      return;
    }
    known.count += 1;
    known.desired = desired;
    known.sinceMs = nowMs;
  }

  /**
   * Returns true if another manager would take the fields back once more. False if another object is rendered by now:
   * it is applied.
   */
  isRepeated({ metadata: { uid } }: StoredObject, desired: string): boolean {
    const known = this.#takes.get(uid);
    if (known?.desired !== desired) return false;
    const isOften = known.count >= repeatedConflictLimit.takeCount;
    return isOften && this.#clock.monotonic() - known.sinceMs < repeatedConflictLimit.truceMs;
  }

  /** After a truce the first take that is reverted is enough. */
  #longestGapMs({ count }: Takes): number {
    const { takeCount, longestGapMs, truceMs } = repeatedConflictLimit;
    return count >= takeCount ? truceMs + longestGapMs : longestGapMs;
  }
}
