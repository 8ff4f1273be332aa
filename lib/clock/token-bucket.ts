/** The limits of a {@link TokenBucket}. */
export interface TokenBucketOptions {
  /** Tokens that are added in a second. */
  readonly perSecond: number;
  /** Tokens that a full bucket holds, and with which it starts. */
  readonly burst: number;
}

/** A token that is short by less than this is whole: the rest is the rounding error of added fractions. */
const roundingError = 1e-6;

/**
 * Limits a rate: `burst` at once, `perSecond` in the long run.
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

  /** Takes a token, if there is one. @returns true if there was one. */
  take(nowMs: number): boolean {
    if (this.readyAtMs(nowMs) > nowMs) return false;
    this.#tokens -= 1;
    return true;
  }

  /** Returns when the next token is available, which may be now. */
  readyAtMs(nowMs: number): number {
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs);
    this.#filledAtMs = nowMs;
    const missing = 1 - this.#tokens;
    return missing <= roundingError ? nowMs : nowMs + missing / this.#perMs;
  }
}
