import type { Clock } from '../../clock/index.ts';
import type { PassMetrics } from '../../telemetry/index.ts';

/** How long a place in the queue is kept for an object that nobody asks for any more. */
const patienceMs = 60_000;

/**
 * Bounds how many children of one controller's resources are deleted in a minute: as many at once, then evenly, in the order
 * in which they were first asked for.
 */
export class DeletionBudget {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #metrics: Pick<PassMetrics, 'deletionsWaiting'>;
  readonly #periodMs: number;
  readonly #burst: number;
  /** When the bucket is full again if nobody deletes. */
  #fullAtMs: number;
  /** uid → when its turn is. */
  readonly #turns = new Map<string, number>();

  /** @param perMinute - a whole number from 1. */
  constructor(
    clock: Pick<Clock, 'monotonic'>,
    metrics: Pick<PassMetrics, 'deletionsWaiting'>,
    { perMinute }: { readonly perMinute: number },
  ) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#periodMs = 60_000 / perMinute;
    this.#burst = perMinute;
    this.#fullAtMs = clock.monotonic();
  }

  /**
   * For how many milliseconds an object has to wait for its deletion. 0 says that it may be deleted now, and counts it.
   * Who has to wait keeps its turn, and should ask again then.
   */
  waitMs(uid: string): number {
    const nowMs = this.#clock.monotonic();
    const turnMs = this.#turns.get(uid) ?? this.#nextTurn(nowMs);
    if (turnMs <= nowMs) this.#turns.delete(uid);
    else this.#turns.set(uid, turnMs);
    this.#forget(nowMs);
    this.#metrics.deletionsWaiting(this.#turns.size);
    return Math.max(0, Math.ceil(turnMs - nowMs));
  }

  #nextTurn(nowMs: number): number {
    this.#fullAtMs = Math.max(this.#fullAtMs, nowMs) + this.#periodMs;
    return this.#fullAtMs - this.#burst * this.#periodMs;
  }

  /** Forgets the turns that nobody has taken; they come in the order in which they are due. */
  #forget(nowMs: number): void {
    for (const [uid, turnMs] of this.#turns) {
      if (nowMs - turnMs <= patienceMs) return;
      this.#turns.delete(uid);
    }
  }
}
