import { type Clock, systemClock, type Timer } from '../../lib/clock/index.ts';

/** A clock that runs faster than the machine's, so that patience for 45 s is over in two. */
export class PacedClock implements Clock {
  #pace: number;
  #sinceMs = systemClock.monotonic();
  #elapsedMs = 0;

  /** @param pace - how many of its seconds pass in one of the machine's. */
  constructor(pace: number) {
    this.#pace = pace;
  }

  /** Changes the pace of what is begun from now on. */
  set pace(pace: number) {
    this.#elapsedMs = this.monotonic();
    this.#sinceMs = systemClock.monotonic();
    this.#pace = pace;
  }

  now(): number {
    return systemClock.now();
  }

  monotonic(): number {
    return this.#elapsedMs + (systemClock.monotonic() - this.#sinceMs) * this.#pace;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(Math.ceil(ms / this.#pace), signal);
  }

  timer(ms: number, callback: () => void): Timer {
    return systemClock.timer(Math.ceil(ms / this.#pace), callback);
  }
}
