import type { Clock } from './clock.ts';

/** The largest fraction by which a delay is made shorter or longer. */
const jitter = 0.3;

/** Options of {@link Backoff}. */
export interface BackoffOptions {
  /** The delay before the first retry. */
  readonly baseMs: number;
  /** The longest delay, before jitter. */
  readonly maxMs: number;
}

/**
 * Delays between failed attempts. Holds no state: the caller counts the attempts, and starts at 1 again after a success.
 */
export class Backoff {
  readonly #baseMs: number;
  readonly #maxMs: number;

  constructor({ baseMs, maxMs }: BackoffOptions) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
  }

  /**
   * Returns the delay before retry number `attempt`.
   *
   * Doubles from the base up to the maximum, then spreads by ±30 %, so that clients that failed together do not retry
   * together.
   *
   * @param attempt - 1 for the first retry; any larger number is valid.
   * @param clock - the source of the spread.
   * @returns milliseconds, integer, within `[base × 0.7, max × 1.3]`.
   * @throws RangeError if `attempt` is below 1.
   */
  delayMs(attempt: number, clock: Pick<Clock, 'random'>): number {
    if (!(attempt >= 1)) throw new RangeError(`retries are counted from 1, not from ${attempt}`);
    const plain = Math.min(this.#baseMs * 2 ** (attempt - 1), this.#maxMs);
    return Math.round(plain * (1 + jitter * (2 * clock.random() - 1)));
  }
}
