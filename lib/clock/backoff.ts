/** How delays between attempts grow. */
export interface BackoffOptions {
  /** The delay before the first retry. */
  readonly baseMs: number;
  /** What delays grow to. */
  readonly maxMs: number;
  /** The largest part by which a delay is made shorter or longer, from 0 to 1. @default 0.3 */
  readonly jitter?: number;
  /** A number from 0, included, to 1, excluded. @default Math.random */
  readonly random?: () => number;
}

/** Delays between attempts that fail one after the other. Holds no state: who counts the attempts decides when to start anew. */
export class Backoff {
  readonly #baseMs: number;
  readonly #maxMs: number;
  readonly #jitter: number;
  readonly #random: () => number;

  constructor({ baseMs, maxMs, jitter = 0.3, random = Math.random }: BackoffOptions) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
    this.#jitter = jitter;
    this.#random = random;
  }

  /**
   * Delay before retry number `attempt`.
   *
   * Doubles from the base up to the maximum, then spreads by ±jitter, so that many who failed together
   * do not come back together.
   *
   * @param attempt - 1 for the first retry; any number above is fine, however large.
   * @returns milliseconds, integer, within `[base × (1 − jitter), max × (1 + jitter)]`.
   * @throws RangeError if `attempt` is below 1.
   */
  delayMs(attempt: number): number {
    if (!(attempt >= 1)) throw new RangeError(`retries are counted from 1, not from ${attempt}`);
    const plain = Math.min(this.#baseMs * 2 ** (attempt - 1), this.#maxMs);
    return Math.round(plain * (1 + this.#jitter * (2 * this.#random() - 1)));
  }
}
