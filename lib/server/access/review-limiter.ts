// In: reviews of unknown tokens, with the addresses of the clients. Out: the reviews in turn, within limits. Called by
// AccessCache.

import { type Clock, type Timer, TokenBucket } from '../../clock/index.ts';
import { RequestError } from '../request-error.ts';

/** Each review is two requests to the API server, which any client that reaches the port can cause. */
const mostReviews = 10;

/** The number of reviews that begin in a second, on average and as a burst. */
const reviewsPerSecond = 20;

/** More addresses than a server has connections. */
const mostAddresses = 1_000;

/**
 * Starts reviews in the order of their requests: ten at a time, twenty a second, one for each address. An address waits
 * once for each other address, whatever the number of tokens from it.
 */
export class ReviewLimiter {
  readonly #clock: Clock;
  /** The addresses with a waiting or running review. */
  readonly #addresses = new Set<string>();
  readonly #waiting = new Set<() => void>();
  #runningCount = 0;
  readonly #bucket: TokenBucket;
  #timer: Timer | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#bucket = new TokenBucket({ perSecond: reviewsPerSecond, burst: reviewsPerSecond }, clock.monotonic());
  }

  /**
   * Runs a review when its address has its turn.
   *
   * @throws RequestError with status 429 if the address already has a review, or if too many addresses have; also the
   *   errors of `review`.
   */
  async runInTurn<Result>(address: string, review: () => Promise<Result>): Promise<Result> {
    if (this.#addresses.has(address) || this.#addresses.size >= mostAddresses) {
      const message = 'too many unknown tokens are being reviewed: try again';
      throw new RequestError(429, message, { retryAfterSeconds: 1 });
    }
    this.#addresses.add(address);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    this.#beginReviews();
    await promise;
    try {
      return await review();
    } finally {
      this.#addresses.delete(address);
      this.#runningCount -= 1;
      this.#beginReviews();
    }
  }

  #beginReviews(): void {
    for (const begin of this.#waiting) {
      if (this.#runningCount >= mostReviews) return;
      if (!this.#bucket.take(this.#clock.monotonic())) {
        this.#timer ??= this.#clock.timer(1_000 / reviewsPerSecond, () => {
          this.#timer = undefined;
          this.#beginReviews();
        });
        return;
      }
      this.#waiting.delete(begin);
      this.#runningCount += 1;
      begin();
    }
  }
}
