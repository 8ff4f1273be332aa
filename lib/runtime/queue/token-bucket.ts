/** How much a {@link TokenBucket} lets through. */
export interface TokenBucketOptions {
  /** Tokens that come back in a second. */
  readonly perSecond: number;
  /** Tokens that a full bucket holds, and with which it starts. */
  readonly burst: number;
}

/** Less than this is missing to a whole token only because fractions have been added up. */
const roundingError = 1e-6;

/**
 * Bounds a rate: `burst` at once, `perSecond` in the long run.
 *
 * Has no clock: the caller gives the time, never an earlier one than before.
 */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #filledAtMs: number;

  constructor({ perSecond, burst }: TokenBucketOptions, nowMs: number) {
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAtMs = nowMs;
  }

  /** Takes a token, if there is one. @returns whether there was. */
  take(nowMs: number): boolean {
    if (this.readyAtMs(nowMs) > nowMs) return false;
    this.#tokens -= 1;
    return true;
  }

  /** When there is a token, or now. */
  readyAtMs(nowMs: number): number {
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs);
    this.#filledAtMs = nowMs;
    const missing = 1 - this.#tokens;
    return missing <= roundingError ? nowMs : nowMs + missing / this.#perMs;
  }
}
