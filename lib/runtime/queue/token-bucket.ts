import type { Clock } from '../../clock/index.ts';

/** How much a {@link TokenBucket} lets through. */
export interface TokenBucketOptions {
  /** Tokens that come back in a second. */
  readonly perSecond: number;
  /** Tokens that a full bucket holds, and with which it starts. */
  readonly burst: number;
}

/** Bounds a rate: `burst` at once, `perSecond` in the long run. Whoever comes when it is empty is told how long to wait. */
export class TokenBucket {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #filledAtMs: number;

  constructor(clock: Pick<Clock, 'monotonic'>, { perSecond, burst }: TokenBucketOptions) {
    this.#clock = clock;
    this.#perMs = perSecond / 1000;
    this.#burst = burst;
    this.#tokens = burst;
    this.#filledAtMs = clock.monotonic();
  }

  /**
   * Takes a token, if need be one of those to come. It can't be given back.
   *
   * @returns milliseconds until the token is there; 0 if it was.
   */
  reserve(): number {
    const nowMs = this.#clock.monotonic();
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs) - 1;
    this.#filledAtMs = nowMs;
    return this.#tokens >= 0 ? 0 : -this.#tokens / this.#perMs;
  }
}
