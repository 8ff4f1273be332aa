import type { Backoff } from './backoff.ts';
import type { Clock } from './clock.ts';

/**
 * Counts attempts that other actors may undo, and spaces them: each follows the one before after a longer time. So a tool
 * or a person that reverts every attempt wins in the end.
 */
export class SpacedAttempts {
  readonly #clock: Pick<Clock, 'monotonic' | 'random'>;
  readonly #backoff: Backoff;
  readonly #calmMs: number;
  #count = 0;
  #lastAtMs = Number.NEGATIVE_INFINITY;
  #nextAtMs = Number.NEGATIVE_INFINITY;

  /** @param calmMs - after this time without an attempt, the next one counts as the first. */
  constructor(clock: Pick<Clock, 'monotonic' | 'random'>, backoff: Backoff, calmMs: number) {
    this.#clock = clock;
    this.#backoff = backoff;
    this.#calmMs = calmMs;
  }

  /** The number of attempts in a row. */
  get count(): number {
    return this.#count;
  }

  /** The milliseconds until the next attempt; 0 or less if it may be made now. */
  get waitMs(): number {
    return this.#nextAtMs - this.#clock.monotonic();
  }

  /** Counts the attempt that the caller is about to make. */
  begin(): void {
    const nowMs = this.#clock.monotonic();
    this.#count = nowMs - this.#lastAtMs > this.#calmMs ? 1 : this.#count + 1;
    this.#lastAtMs = nowMs;
  }

  /** Delays the next attempt, the longer the more there were. @returns the delay in milliseconds. */
  delayNext(): number {
    const delayMs = this.#backoff.delayMs(this.#count, this.#clock);
    this.#nextAtMs = this.#clock.monotonic() + delayMs;
    return delayMs;
  }

  /** Lets the next attempt be made now, as the first. */
  reset(): void {
    this.#count = 0;
    this.#nextAtMs = Number.NEGATIVE_INFINITY;
  }
}
