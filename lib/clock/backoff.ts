/** The largest part by which a delay is made shorter or longer. */
const jitter = 0.3;

/** How delays between attempts grow. */
export interface BackoffOptions {
  /** The delay before the first retry. */
  readonly baseMs: number;
  /** What delays grow to. */
  readonly maxMs: number;
  /** A number from 0, included, to 1, excluded. @default Math.random */
  readonly random?: () => number;
}

/** Delays between attempts that fail one after the other. Holds no state: who counts the attempts decides when to start anew. */
export class Backoff {
  readonly #baseMs: number;
  readonly #maxMs: number;
  readonly #random: () => number;

  constructor({ baseMs, maxMs, random = Math.random }: BackoffOptions) {
    this.#baseMs = baseMs;
    this.#maxMs = maxMs;
    this.#random = random;
  }

  /**
   * Delay before retry number `attempt`.
   *
   * Doubles from the base up to the maximum, then spreads by ±30 %, so that many who failed together
   * do not come back together.
   *
   * @param attempt - 1 for the first retry; any number above is fine, however large.
   * @returns milliseconds, integer, within `[base × 0.7, max × 1.3]`.
   * @throws RangeError if `attempt` is below 1.
   */
  delayMs(attempt: number): number {
    if (!(attempt >= 1)) throw new RangeError(`retries are counted from 1, not from ${attempt}`);
    const plain = Math.min(this.#baseMs * 2 ** (attempt - 1), this.#maxMs);
    return Math.round(plain * (1 + jitter * (2 * this.#random() - 1)));
  }
}
