import { type Clock, systemClock, type Timer } from '../../lib/clock/index.ts';

/** The factor by which pauses are shorter still: a watcher that retries soon meets more faults. */
const pauseFactor = 100;

/** A clock that runs faster than the machine's, so that a limit of 45 s is over after two. */
export class PacedClock implements Clock {
  #pace: number;
  #sinceMs = systemClock.monotonic();
  #elapsedMs = 0;

  /** @param pace - the number of its seconds in one of the machine's. */
  constructor(pace: number) {
    this.#pace = pace;
  }

  /** Changes the pace for timers that start from now on. */
  set pace(pace: number) {
    this.#elapsedMs = this.monotonic();
    this.#sinceMs = systemClock.monotonic();
    this.#pace = pace;
  }

  now(): number {
    return systemClock.now();
  }

  random(): number {
    return systemClock.random();
  }

  monotonic(): number {
    return this.#elapsedMs + (systemClock.monotonic() - this.#sinceMs) * this.#pace;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(Math.ceil(ms / this.#pace / pauseFactor), signal);
  }

  timer(ms: number, callback: () => void): Timer {
    return systemClock.timer(Math.ceil(ms / this.#pace), callback);
  }
}
